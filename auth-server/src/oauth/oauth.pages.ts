import type { ServerResponse } from 'node:http';
import { getContext } from '@loci/http';
import { html } from '@loci/pages';
import type { Request } from 'express';
import type { Client, ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { AuthPage, AuthPages } from '../pages/auth-pages.ts';
import { expiredPage, formExpiredPage, oauthErrorPage } from '../pages/message.pages.ts';
import type { Locale, Texts } from '../texts/texts.ts';

/** State of one request to the device page. */
export interface DevicePageState {
  /** User code from `verification_uri_complete`. It is shown in the form, but the user must submit it. */
  prefilledCode?: string;
  /** Name of the provider's error, if the code was rejected. */
  codeProblem?: string;
}

/** The pages that the OAuth provider sends. */
export interface OAuthPages {
  /** Sends the page with the form for the user code of a device. */
  deviceEntry(ctx: KoaContextWithOIDC, form: string, out?: ErrorOut, error?: unknown): void;
  /**
   * Sends the page that asks the user to confirm the device. This page is never skipped.
   *
   * @see docs/security-model.md#threat-11-mix-up-request-forgery-and-device-phishing
   */
  deviceConfirm(
    ctx: KoaContextWithOIDC,
    form: string,
    client: Client,
    deviceInfo: unknown,
    userCode: string,
  ): void;
  /** Sends the page that reports that the device is connected. */
  deviceDone(ctx: KoaContextWithOIDC): void;
  /** Sends the error page for a request whose redirect URI is missing or not trusted. */
  error(ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void;
}

export function createOAuthPages(pages: AuthPages): OAuthPages {
  const send = (ctx: KoaContextWithOIDC, status: number, render: (locale: Locale) => AuthPage): void => {
    const uiLocales = ctx.oidc?.params?.['ui_locales'];
    const { headers, body } = pages.render(
      ctx.req,
      (locale) => ({ path: ctx.originalUrl, ...render(locale) }),
      { uiLocales },
    );
    ctx.status = status;
    ctx.set(headers);
    ctx.type = 'html';
    ctx.body = body;
  };
  return {
    deviceEntry(ctx, _form, _out, error) {
      if (error !== undefined && isUnsavedSession(ctx)) {
        // The provider has changed the session to render the form again. It would respond with status 500 if it had
        // to update a session that was never stored.
        (ctx.oidc.session as { touched?: boolean }).touched = false;
        send(ctx, 400, formExpiredPage('/oauth/device'));
        return;
      }
      const state = ctx.state as DevicePageState;
      const problem = (error as Error | undefined)?.name;
      if (problem !== undefined) state.codeProblem = problem;
      const isDenied = problem === 'AbortedError';
      const enteredCode = (error as { userCode?: string } | undefined)?.userCode;
      send(ctx, error === undefined || isDenied ? 200 : 400, (locale) =>
        isDenied
          ? deviceDeniedPage(locale)
          : deviceEntryPage(locale, {
              csrf: formSecret(ctx),
              code: enteredCode ?? state.prefilledCode ?? '',
              isPrefilled: Boolean(state.prefilledCode),
              problem: error === undefined ? null : (problem ?? ''),
            }),
      );
    },
    deviceConfirm(ctx, _form, client, _deviceInfo, userCode) {
      const csrf = formSecret(ctx);
      send(ctx, 200, (locale) => deviceConfirmPage(locale, { csrf, client, userCode }));
    },
    deviceDone(ctx) {
      send(ctx, 200, (locale) => deviceDonePage(locale, ctx.oidc.client));
    },
    error(ctx, out, error) {
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      const details = {
        error: out.error,
        description: out.error_description,
        requestId: getContext(ctx.req as Request)?.requestId,
      };
      send(ctx, status, error.name === 'SessionNotFound' ? expiredPage : oauthErrorPage(details));
    },
  };
}

const formSecret = (ctx: KoaContextWithOIDC): string =>
  (ctx.oidc.session?.state as { secret?: string } | undefined)?.secret ?? '';

/**
 * Returns true if the request has no cookie of a stored session. No valid form can belong to such a session.
 */
const isUnsavedSession = (ctx: KoaContextWithOIDC): boolean => ctx.oidc.session?.exp === undefined;

/** Returns the message about a rejected code. @param problem name of the provider's error */
function codeMessage({ device }: Texts, problem: string): string {
  const problems: Readonly<Record<string, string>> = device.problems;
  return Object.hasOwn(problems, problem) ? problems[problem]! : device.problem;
}

const deviceDeniedPage = ({ texts: { device } }: Locale): AuthPage => ({
  title: device.denied,
  body: html`<div class="panel">
    <h1>${device.denied}</h1>
    <p class="note" role="status">${device.problems.AbortedError}</p>
  </div>`,
  path: '/oauth/device',
});

interface DeviceEntry {
  csrf: string;
  code: string;
  /** True if the link to the page contained the code. */
  isPrefilled: boolean;
  /** Name of the provider's error, or null. */
  problem: string | null;
}

const deviceEntryPage = ({ texts }: Locale, { csrf, code, isPrefilled, problem }: DeviceEntry): AuthPage => {
  const { device } = texts;
  return {
    title: device.title,
    body: html`<div class="panel">
      <h1>${device.title}</h1>
      <p class="lead">${isPrefilled ? device.same : device.enter}</p>
      ${problem !== null && html`<p class="note bad" role="alert" id="problem">${codeMessage(texts, problem)}</p>`}
      <form method="post" action="/oauth/device">
        <input type="hidden" name="xsrf" value="${csrf}" />
        <div class="field">
          <label for="user_code">${device.code}</label>
          <input
            class="code-entry"
            type="text"
            id="user_code"
            name="user_code"
            value="${code}"
            required
            maxlength="20"
            placeholder="XXXX-XXXX"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck="false"
            ${problem === null ? null : html`aria-invalid="true" aria-describedby="problem" `}autofocus
          />
        </div>
        <div class="actions"><button type="submit">${device.button}</button></div>
      </form>
      <p class="below">${device.warning}</p>
    </div>`,
  };
};

const deviceConfirmPage = (
  { texts }: Locale,
  { csrf, client, userCode }: { csrf: string; client: Client; userCode: string },
): AuthPage => {
  const { confirm } = texts.device;
  const name = html`<strong class="break">${client.clientName ?? confirm.unnamed}</strong>`;
  return {
    title: confirm.title,
    body: html`<div class="panel">
      <h1>${confirm.title}</h1>
      <p class="lead">${confirm.lead(name)}</p>
      <p class="big-code">${userCode}</p>
      <form method="post" action="/oauth/device">
        <input type="hidden" name="xsrf" value="${csrf}" />
        <input type="hidden" name="user_code" value="${userCode}" />
        <div class="actions">
          <button type="submit" name="confirm" value="yes">${confirm.yes}</button>
          <button type="submit" name="abort" value="yes" class="second">${confirm.no}</button>
        </div>
      </form>
      <p class="below">${confirm.warning}</p>
    </div>`,
    path: `/oauth/device?user_code=${encodeURIComponent(userCode)}`,
  };
};

const deviceDonePage = ({ texts }: Locale, client: Client | undefined): AuthPage => {
  const { done } = texts.device;
  return {
    title: done.title,
    body: html`<div class="panel">
      <h1>${done.title}</h1>
      <p class="note good" role="status">
        ${done.text(html`<strong class="break">${client?.clientName ?? done.unnamed}</strong>`)}
      </p>
      <p>${done.close}</p>
      <p class="below"><a href="/">${done.manage}</a></p>
    </div>`,
    path: '/',
  };
};

/** Sends the page for too many wrong user codes. */
export function sendDeviceRateLimitPage(pages: AuthPages, request: Request, response: ServerResponse): void {
  pages.show(request, response, 429, ({ texts: { device } }) => ({
    title: device.throttled.title,
    body: html`<div class="panel">
      <h1>${device.throttled.title}</h1>
      <p class="note bad" role="alert">${device.throttled.text}</p>
      <div class="actions"><a class="button" href="/oauth/device">${device.throttled.button}</a></div>
    </div>`,
  }));
}
