import { html } from '@loci/pages';
import type { Html, Page } from '@loci/pages';
import type { Membership } from '../users/user.repository.ts';

export interface SignInPage {
  action: string;
  csrf: string;
  /** Application that requested the sign-in. */
  clientName: string | undefined;
  email: string;
  problem: string | null;
}

export const signInPage = ({ action, csrf, clientName, email, problem }: SignInPage): Page => ({
  title: 'Sign in',
  body: html`<div class="panel">
    <h1>Sign in</h1>
    ${clientName && html`<p class="lead">to continue to <strong class="break">${clientName}</strong></p>`}
    ${problem && html`<p class="note bad" role="alert" id="problem">${problem}</p>`}
    <form method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="field">
        <label for="email">Email address</label>
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
        <label for="password">Password</label>
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
        <button type="submit" name="action" value="sign-in">Sign in</button>
        <button type="submit" name="action" value="cancel" class="second" formnovalidate>Cancel</button>
      </div>
    </form>
    <p class="below">
      No account, or forgot your password? The administrator of this server can send you an invitation.
    </p>
  </div>`,
  footer: legalLinks,
});

/** Message for a user who made too many attempts. */
export const throttledMessage = (seconds: number): string =>
  `Too many attempts. Try again in ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`}.`;

export interface ConsentPage {
  action: string;
  csrf: string;
  clientName: string;
  /** Destination of the authorization code: a host, or an application on the user's computer. */
  destination: string;
  /** True if another application on the user's computer could impersonate this one. */
  unverifiable: boolean;
  email: string;
  scopes: ReadonlySet<string>;
  memberships: readonly Membership[];
}

/** Asks the user to connect an application. Shows its permissions and where the authorization code is sent. */
export const consentPage = (page: ConsentPage): Page => ({
  title: `Connect ${page.clientName}`,
  body: html`<div class="panel">
    <h1>Allow <span class="break">${page.clientName}</span> to access your memories?</h1>
    <p class="lead">You are signed in as <strong class="break">${page.email}</strong>.</p>
    ${
      page.unverifiable &&
      html`<p class="note warn">
        This application runs on your computer, so its name cannot be verified. Allow access only if you have
        just started this request yourself.
      </p>`
    }
    <form method="post" action="${page.action}">
      <input type="hidden" name="csrf" value="${page.csrf}" />
      ${chooseWorkspace(page.memberships)}
      <p id="permissions">The application will be able to:</p>
      <ul class="grants" aria-labelledby="permissions">
        ${describeScopes(page.scopes).map(([label, detail]) => html`<li>${label}<small>${detail}</small></li>`)}
      </ul>
      <dl class="facts">
        <dt>Access is granted to</dt>
        <dd class="code">${page.destination}</dd>
      </dl>
      <div class="actions">
        <button type="submit" name="action" value="approve">Allow</button>
        <button type="submit" name="action" value="deny" class="second">Deny</button>
      </div>
      <p class="below">
        You can disconnect the application at any time. Not your account?
        <button type="submit" name="action" value="switch" class="link">Use another account</button>
      </p>
    </form>
  </div>`,
  footer: legalLinks,
});

function chooseWorkspace(memberships: readonly Membership[]): Html {
  const [only, ...others] = memberships;
  if (others.length === 0) {
    return html`<input type="hidden" name="tenant_id" value="${only?.tenantId}" />
      <dl class="facts">
        <dt>Workspace</dt>
        <dd>${only?.tenantName}${roleNote(only)}</dd>
      </dl>`;
  }
  return html`<fieldset>
    <legend>Choose a workspace</legend>
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
            >${membership.tenantName}<small>Your role: ${membership.role}${roleNote(membership)}</small></span
          ></label
        >`,
    )}
  </fieldset>`;
}

const roleNote = (membership: Membership | undefined): string =>
  membership?.role === 'viewer' ? ' (viewers and their applications can only read)' : '';

function describeScopes(scopes: ReadonlySet<string>): [string, string][] {
  const all: [string, string, string][] = [
    ['read', 'Read', 'Read and search all memories, documents and files in the workspace.'],
    ['write', 'Write', 'Add, change and delete memories, relationships, documents and files.'],
    ['profile', 'See your profile', 'Your email address.'],
    ['offline_access', 'Stay connected', 'Keep access while you are not using it, until you disconnect it.'],
  ];
  return all.filter(([scope]) => scopes.has(scope)).map(([, label, detail]) => [label, detail]);
}

export const noWorkspacePage = (action: string, csrf: string, email: string): Page => ({
  title: 'No workspace',
  body: html`<div class="panel">
    <h1>No workspace</h1>
    <p>
      <strong class="break">${email}</strong> is not a member of any workspace. Ask the administrator of this
      server for an invitation.
    </p>
    <form method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="actions">
        <button type="submit" name="action" value="switch">Use another account</button>
        <button type="submit" name="action" value="deny" class="second">Go back</button>
      </div>
    </form>
  </div>`,
});

export const expiredPage = (): Page => ({
  title: 'This page has expired',
  body: html`<div class="panel">
    <h1>This page has expired</h1>
    <p>
      The sign-in has expired or was started in another browser. Go back to the application and start again.
    </p>
  </div>`,
});

export const formExpiredPage = (back: string): Page => ({
  title: 'Try again',
  body: html`<div class="panel">
    <h1>Try again</h1>
    <p>
      This form has expired, or your browser blocks cookies. Cookies protect the form against forged requests.
    </p>
    <div class="actions"><a class="button" href="${back}">Back to the form</a></div>
  </div>`,
});

export const legalLinks: Html = html`<a href="/documentation">Documentation</a> ·
  <a href="/policy">Privacy</a> · <a href="/terms">Terms</a>`;
