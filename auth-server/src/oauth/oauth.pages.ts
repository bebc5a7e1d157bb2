import type { ServerResponse } from 'node:http';
import { html, pageHeaders, renderPage, sendPage } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { Client, ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { getContext } from '@loci/http';

/** What the device page says about a code that it could not use. */
const CODE_PROBLEMS: Record<string, string> = {
  NotFoundError: 'We do not know this code. Check it and enter it again.',
  NoCodeError: 'Enter the code that your device shows.',
  ExpiredError: 'This code has expired. Ask your device for a new one.',
  AlreadyUsedError: 'This code was used already. Ask your device for a new one.',
  AbortedError: 'You denied access. Nothing was connected; you can close this page.',
};

/** Where a rate limit or a prefilled code is kept for the page of the same request. */
export interface DevicePageState {
  /** From `verification_uri_complete`: shown, never used without a press. */
  prefilledCode?: string;
  /** Name of the provider's error about the code. */
  codeProblem?: string;
}

function send(ctx: KoaContextWithOIDC, status: number, title: string, body: Html): void {
  ctx.status = status;
  ctx.set(pageHeaders());
  ctx.type = 'html';
  ctx.body = renderPage({ title, body });
}

const formSecret = (ctx: KoaContextWithOIDC): string =>
  (ctx.oidc.session?.state as { secret?: string } | undefined)?.secret ?? '';

/** Where a person types the code that a device shows. */
export async function deviceEntryPage(
  ctx: KoaContextWithOIDC,
  _form: string,
  _out?: ErrorOut,
  error?: unknown,
): Promise<void> {
  const state = ctx.state as DevicePageState;
  const name = (error as Error | undefined)?.name;
  const problem = error === undefined ? null : (CODE_PROBLEMS[name!] ?? GENERIC_PROBLEM);
  if (name !== undefined) state.codeProblem = name;
  const denied = name === 'AbortedError';
  const typed = (error as { userCode?: string } | undefined)?.userCode ?? state.prefilledCode ?? '';
  const heading = denied ? 'Access denied' : 'Connect a device';
  send(
    ctx,
    error === undefined || denied ? 200 : 400,
    heading,
    html`<div class="panel">
      <h1>${heading}</h1>
      ${
        denied
          ? html`<p class="note" role="status">${problem}</p>`
          : html`<p class="lead">
                ${
                  state.prefilledCode
                    ? 'Does your device show the same code? Then continue.'
                    : 'Enter the code that your device or terminal shows.'
                }
              </p>
              ${problem && html`<p class="note bad" role="alert" id="problem">${problem}</p>`}
              <form method="post" action="/oauth/device">
                <input type="hidden" name="xsrf" value="${formSecret(ctx)}" />
                <div class="field">
                  <label for="user_code">Code</label>
                  <input
                    class="code-entry"
                    type="text"
                    id="user_code"
                    name="user_code"
                    value="${typed}"
                    required
                    maxlength="20"
                    placeholder="XXXX-XXXX"
                    autocomplete="off"
                    autocapitalize="characters"
                    spellcheck="false"
                    ${problem ? html`aria-invalid="true" aria-describedby="problem" ` : null}autofocus
                  />
                </div>
                <div class="actions"><button type="submit">Continue</button></div>
              </form>
              <p class="below">
                Only enter a code that you asked for yourself, just now. Nobody from Loci will ever send you
                one.
              </p>`
      }
    </div>`,
  );
}

const GENERIC_PROBLEM = 'That did not work. Enter the code again.';

/** Whom a code would let in, and whether the person wants that. Never skipped. */
export async function deviceConfirmPage(
  ctx: KoaContextWithOIDC,
  _form: string,
  client: Client,
  _deviceInfo: unknown,
  userCode: string,
): Promise<void> {
  send(
    ctx,
    200,
    'Is this your device?',
    html`<div class="panel">
      <h1>Is this your device?</h1>
      <p class="lead">
        <strong class="break">${client.clientName ?? 'An application'}</strong> wants to be connected.
        Continue only if it shows exactly this code right now:
      </p>
      <p class="big-code">${userCode}</p>
      <form method="post" action="/oauth/device">
        <input type="hidden" name="xsrf" value="${formSecret(ctx)}" />
        <input type="hidden" name="user_code" value="${userCode}" />
        <div class="actions">
          <button type="submit" name="confirm" value="yes">Yes, continue</button>
          <button type="submit" name="abort" value="yes" class="second">No, deny</button>
        </div>
      </form>
      <p class="below">If somebody sent you here with a code, deny: they would get into your memories.</p>
    </div>`,
  );
}

/** The end of the device flow. */
export async function deviceDonePage(ctx: KoaContextWithOIDC): Promise<void> {
  const name = ctx.oidc.client?.clientName ?? 'Your device';
  send(
    ctx,
    200,
    'Connected',
    html`<div class="panel">
      <h1>Connected</h1>
      <p class="note good" role="status"><strong class="break">${name}</strong> is connected to Loci.</p>
      <p>You can close this page and go back to your device. It goes on within a few seconds.</p>
      <p class="below"><a href="/">See and end your connections</a></p>
    </div>`,
  );
}

/** What went wrong, without a redirect: for requests whose sender cannot be trusted with an answer. */
export async function oauthErrorPage(ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): Promise<void> {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  const expired = error.name === 'SessionNotFound';
  send(
    ctx,
    status,
    'This did not work',
    html`<div class="panel">
      <h1>${expired ? 'This page has expired' : 'This did not work'}</h1>
      ${
        expired
          ? html`<p>
              The sign-in was started too long ago, or in another browser. Go back to the application and
              start again.
            </p>`
          : html`<p>
                The application that sent you here asked for something that we cannot do. Go back and try
                again, or tell its makers:
              </p>
              <dl class="facts">
                <dt>Error</dt>
                <dd class="code">${out.error}</dd>
                ${
                  out.error_description &&
                  html`<dt>Reason</dt>
                    <dd>${out.error_description}</dd>`
                }
                <dt>Request</dt>
                <dd class="code">${getContext(ctx.req)?.requestId}</dd>
              </dl>`
      }
    </div>`,
  );
}

export function sendDeviceRateLimitPage(response: ServerResponse): void {
  sendPage(response, 429, {
    title: 'Too many attempts',
    body: html`<div class="panel">
      <h1>Too many attempts</h1>
      <p class="note bad" role="alert">
        Too many wrong codes came from your network. Wait a minute, then try again.
      </p>
      <div class="actions"><a class="button" href="/oauth/device">Enter a code</a></div>
    </div>`,
  });
}
