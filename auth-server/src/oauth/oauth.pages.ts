import type { ServerResponse } from 'node:http';
import { html, pageHeaders, renderPage, sendPage } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { Client, ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { getContext } from '@loci/http';
import { formExpiredPage } from '../sign-in/sign-in.pages.ts';

/** Messages of the device page, by name of the provider's error. */
const CODE_PROBLEMS: Record<string, string> = {
  NotFoundError: 'Unknown code. Check the code and enter it again.',
  NoCodeError: 'Enter the code that your device shows.',
  ExpiredError: 'This code has expired. Request a new code on your device.',
  AlreadyUsedError: 'This code was already used. Request a new code on your device.',
  AbortedError: 'You denied access. The device was not connected. You can close this page.',
};

/** State of one request to the device page. */
export interface DevicePageState {
  /** User code from `verification_uri_complete`. It is shown in the form, but the user must submit it. */
  prefilledCode?: string;
  /** Name of the provider's error, if the code was rejected. */
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

/** Sends the page with the form for the user code of a device. */
export async function deviceEntryPage(
  ctx: KoaContextWithOIDC,
  _form: string,
  _out?: ErrorOut,
  error?: unknown,
): Promise<void> {
  if (error !== undefined && isUnsavedSession(ctx)) {
    sendDeviceFormExpiredPage(ctx);
    return;
  }
  const state = ctx.state as DevicePageState;
  const name = (error as Error | undefined)?.name;
  const problem = error === undefined ? null : (CODE_PROBLEMS[name!] ?? GENERIC_PROBLEM);
  if (name !== undefined) state.codeProblem = name;
  const denied = name === 'AbortedError';
  const enteredCode = (error as { userCode?: string } | undefined)?.userCode ?? state.prefilledCode ?? '';
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
                    ? 'Continue if your device shows the same code.'
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
                    value="${enteredCode}"
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
                Only enter a code that you have just requested yourself. Never enter a code that someone has
                sent you.
              </p>`
      }
    </div>`,
  );
}

/**
 * Returns true if the request has no cookie of a stored session. No valid form can belong to such a session.
 */
const isUnsavedSession = (ctx: KoaContextWithOIDC): boolean => ctx.oidc.session?.exp === undefined;

function sendDeviceFormExpiredPage(ctx: KoaContextWithOIDC): void {
  // The provider has changed the session to render the form again. It would respond with status 500 if it had
  // to update a session that was never stored.
  (ctx.oidc.session as { touched?: boolean }).touched = false;
  const { title, body } = formExpiredPage('/oauth/device');
  send(ctx, 400, title, body);
}

const GENERIC_PROBLEM = 'The code could not be verified. Enter it again.';

/**
 * Sends the page that asks the user to confirm the device. This page is never skipped.
 *
 * @see docs/security-model.md#threat-11-mix-up-request-forgery-and-device-phishing
 */
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
        <strong class="break">${client.clientName ?? 'An unnamed application'}</strong> requests access.
        Continue only if your device shows exactly this code now:
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
      <p class="below">
        If someone sent you this code, deny the request. Otherwise, that person could access your memories.
      </p>
    </div>`,
  );
}

/** Sends the page that reports that the device is connected. */
export async function deviceDonePage(ctx: KoaContextWithOIDC): Promise<void> {
  const name = ctx.oidc.client?.clientName ?? 'Your device';
  send(
    ctx,
    200,
    'Connected',
    html`<div class="panel">
      <h1>Connected</h1>
      <p class="note good" role="status"><strong class="break">${name}</strong> is connected to Loci.</p>
      <p>You can close this page and return to your device. It will continue within a few seconds.</p>
      <p class="below"><a href="/">Manage your connections</a></p>
    </div>`,
  );
}

/** Sends the error page for a request whose redirect URI is missing or not trusted. */
export async function oauthErrorPage(ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): Promise<void> {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  const expired = error.name === 'SessionNotFound';
  send(
    ctx,
    status,
    'Request failed',
    html`<div class="panel">
      <h1>${expired ? 'This page has expired' : 'Request failed'}</h1>
      ${
        expired
          ? html`<p>
              The sign-in has expired or was started in another browser. Go back to the application and start
              again.
            </p>`
          : html`<p>
                The request of the application that sent you here could not be processed. Go back and try
                again, or report the error to the developer of the application:
              </p>
              <dl class="facts">
                <dt>Error</dt>
                <dd class="code">${out.error}</dd>
                ${
                  out.error_description &&
                  html`<dt>Reason</dt>
                    <dd>${out.error_description}</dd>`
                }
                <dt>Request ID</dt>
                <dd class="code">${getContext(ctx.req)?.requestId}</dd>
              </dl>`
      }
    </div>`,
  );
}

/** Sends the page for too many wrong user codes. */
export function sendDeviceRateLimitPage(response: ServerResponse): void {
  sendPage(response, 429, {
    title: 'Too many attempts',
    body: html`<div class="panel">
      <h1>Too many attempts</h1>
      <p class="note bad" role="alert">
        Too many wrong codes were entered from your network. Wait a minute, then try again.
      </p>
      <div class="actions"><a class="button" href="/oauth/device">Enter a code</a></div>
    </div>`,
  });
}
