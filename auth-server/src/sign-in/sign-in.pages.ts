import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { AuthPage } from '../pages/auth-pages.ts';
import type { Locale } from '../texts/texts.ts';
import type { Membership } from '../users/user.repository.ts';

export interface SignInPage {
  action: string;
  csrf: string;
  /** Application that requested the sign-in. */
  clientName: string | undefined;
  email: string;
  problem: SignInProblem | null;
}

/** Reason why a password was rejected. */
export type SignInProblem = { kind: 'incorrect' } | { kind: 'throttled'; retryAfterSeconds: number };

const strong = (text: string): Html => html`<strong class="break">${text}</strong>`;

export const signInPage = (
  { texts: { signIn } }: Locale,
  { action, csrf, clientName, email, problem }: SignInPage,
): AuthPage => ({
  title: signIn.title,
  body: html`<div class="panel">
    <h1>${signIn.title}</h1>
    ${clientName && html`<p class="lead">${signIn.continueTo(strong(clientName))}</p>`}
    ${
      problem &&
      html`<p class="note bad" role="alert" id="problem">
        ${problem.kind === 'incorrect' ? signIn.incorrect : throttledMessage(signIn, problem.retryAfterSeconds)}
      </p>`
    }
    <form method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="field">
        <label for="email">${signIn.email}</label>
        <input
          type="email"
          id="email"
          name="email"
          value="${email}"
          required
          maxlength="254"
          autocomplete="username"
          ${email === '' ? html`autofocus ` : null}${problem ? html`aria-describedby="problem"` : null}
        />
      </div>
      <div class="field">
        <label for="password">${signIn.password}</label>
        <input
          type="password"
          id="password"
          name="password"
          required
          maxlength="1024"
          autocomplete="current-password"
          ${email === '' ? null : html`autofocus`}
        />
      </div>
      <div class="actions">
        <button type="submit" name="action" value="sign-in">${signIn.button}</button>
        <button type="submit" name="action" value="cancel" class="second" formnovalidate>
          ${signIn.cancel}
        </button>
      </div>
    </form>
    <p class="below">${signIn.noAccount}</p>
  </div>`,
  legalLinks: true,
});

/** Message for a user who made too many attempts. */
export const throttledMessage = (
  { throttledSeconds, throttledMinutes }: Locale['texts']['signIn'],
  seconds: number,
): string => (seconds < 90 ? throttledSeconds(seconds) : throttledMinutes(Math.ceil(seconds / 60)));

/** Where the authorization code is sent. */
export type Destination =
  | { kind: 'web'; host: string }
  | { kind: 'loopback'; host: string }
  | { kind: 'local-application'; url: string }
  | { kind: 'device' };

export interface ConsentPage {
  action: string;
  csrf: string;
  clientName: string;
  destination: Destination;
  email: string;
  scopes: ReadonlySet<string>;
  memberships: readonly Membership[];
}

/** Asks the user to connect an application. Shows its permissions and where the authorization code is sent. */
export function consentPage(locale: Locale, page: ConsentPage): AuthPage {
  const { consent } = locale.texts.signIn;
  // Any application on the user's device can receive a loopback redirect or register a custom scheme, so the name of such a
  // client cannot be verified.
  const isUnverifiable =
    page.destination.kind === 'loopback' || page.destination.kind === 'local-application';
  return {
    title: consent.title(page.clientName),
    body: html`<div class="panel">
      <h1>${consent.heading(html`<span class="break">${page.clientName}</span>`)}</h1>
      <p class="lead">${consent.signedInAs(strong(page.email))}</p>
      ${isUnverifiable && html`<p class="note warn">${consent.unverifiable}</p>`}
      <form method="post" action="${page.action}">
        <input type="hidden" name="csrf" value="${page.csrf}" />
        ${chooseWorkspace(locale, page.memberships)}
        <p id="permissions">${consent.permissions}</p>
        <ul class="grants" aria-labelledby="permissions">
          ${Object.entries(consent.scopes)
            .filter(([scope]) => page.scopes.has(scope))
            .map(([, { label, detail }]) => html`<li>${label}<small>${detail}</small></li>`)}
        </ul>
        <dl class="facts">
          <dt>${consent.destination}</dt>
          <dd class="code">${describeDestination(locale, page.destination)}</dd>
        </dl>
        <div class="actions">
          <button type="submit" name="action" value="approve">${consent.allow}</button>
          <button type="submit" name="action" value="deny" class="second">${consent.deny}</button>
        </div>
        <p class="below">
          ${consent.below}
          <button type="submit" name="action" value="switch" class="link">${consent.switchAccount}</button>
        </p>
      </form>
    </div>`,
    legalLinks: true,
  };
}

function describeDestination({ texts }: Locale, destination: Destination): string {
  const { consent } = texts.signIn;
  switch (destination.kind) {
    case 'web':
      return destination.host;
    case 'loopback':
      return consent.thisComputer(destination.host);
    case 'local-application':
      return consent.localApplication(destination.url);
    case 'device':
      return consent.device;
  }
}

function chooseWorkspace({ texts }: Locale, memberships: readonly Membership[]): Html {
  const { consent } = texts.signIn;
  const note = (membership: Membership | undefined): string =>
    membership?.role === 'viewer' ? ` ${consent.viewerNote}` : '';
  const [only, ...others] = memberships;
  if (others.length === 0) {
    return html`<input type="hidden" name="tenant_id" value="${only?.tenantId}" />
      <dl class="facts">
        <dt>${consent.workspace}</dt>
        <dd>${only?.tenantName}${note(only)}</dd>
      </dl>`;
  }
  return html`<fieldset>
    <legend>${consent.chooseWorkspace}</legend>
    ${memberships.map(
      (membership, index) =>
        html`<label class="choice"
          ><input
            type="radio"
            name="tenant_id"
            value="${membership.tenantId}"
            ${index === 0 && html` checked`}
          />
          <span
            >${membership.tenantName}<small
              >${consent.yourRole(texts.layout.roles[membership.role])}${note(membership)}</small
            ></span
          ></label
        >`,
    )}
  </fieldset>`;
}

export const noWorkspacePage = (
  { texts: { signIn } }: Locale,
  { action, csrf, email }: { action: string; csrf: string; email: string },
): AuthPage => ({
  title: signIn.noWorkspace.title,
  body: html`<div class="panel">
    <h1>${signIn.noWorkspace.title}</h1>
    <p>${signIn.noWorkspace.text(strong(email))}</p>
    <form method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="actions">
        <button type="submit" name="action" value="switch">${signIn.consent.switchAccount}</button>
        <button type="submit" name="action" value="deny" class="second">${signIn.noWorkspace.back}</button>
      </div>
    </form>
  </div>`,
});
