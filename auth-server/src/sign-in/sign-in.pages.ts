import { html } from '@loci/pages';
import type { Html, Page } from '@loci/pages';
import type { Membership } from '../users/user.repository.ts';

export interface SignInPage {
  action: string;
  csrf: string;
  /** Who asked for the sign-in. */
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
        <label for="email">E-mail address</label>
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
    <p class="below">No account yet, or forgot the password? Whoever runs this server can send you a link.</p>
  </div>`,
  footer: legalLinks,
});

export interface ConsentPage {
  action: string;
  csrf: string;
  clientName: string;
  /** Where the answer goes: the host of a site, or that it stays on this machine. */
  destination: string;
  /** An application that anybody on this machine could claim to be. */
  unverifiable: boolean;
  email: string;
  scopes: ReadonlySet<string>;
  memberships: readonly Membership[];
}

/** Who asks, for what, in plain words, and where it goes. */
export const consentPage = (page: ConsentPage): Page => ({
  title: `Connect ${page.clientName}`,
  body: html`<div class="panel">
    <h1>Let <span class="break">${page.clientName}</span> into your memories?</h1>
    <p class="lead">You are signed in as <strong class="break">${page.email}</strong>.</p>
    ${
      page.unverifiable &&
      html`<p class="note warn">
        This is an app on your own machine, so we cannot check its name. Allow it only if you started this
        yourself, just now.
      </p>`
    }
    <form method="post" action="${page.action}">
      <input type="hidden" name="csrf" value="${page.csrf}" />
      ${chooseWorkspace(page.memberships)}
      <p id="asks">It will be able to:</p>
      <ul class="grants" aria-labelledby="asks">
        ${describeScopes(page.scopes).map(([what, more]) => html`<li>${what}<small>${more}</small></li>`)}
      </ul>
      <dl class="facts">
        <dt>Your answer goes to</dt>
        <dd class="code">${page.destination}</dd>
      </dl>
      <div class="actions">
        <button type="submit" name="action" value="approve">Allow</button>
        <button type="submit" name="action" value="deny" class="second">Deny</button>
      </div>
      <p class="below">
        You can end this connection at any time. Not you?
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
    <legend>Into which workspace?</legend>
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
              >You are ${membership.role} there${roleNote(membership)}</small
            ></span
          ></label
        >`,
    )}
  </fieldset>`;
}

const roleNote = (membership: Membership | undefined): string =>
  membership?.role === 'viewer' ? ' (as a viewer you can only read, and so can it)' : '';

function describeScopes(scopes: ReadonlySet<string>): [string, string][] {
  const all: [string, string, string][] = [
    ['read', 'Read', 'Everything in the workspace: memories, documents, files, and search in them.'],
    ['write', 'Write', 'Add, change and delete memories, relationships, documents and files.'],
    ['profile', 'Know who you are', 'Your e-mail address.'],
    ['offline_access', 'Stay connected', 'Also while you are not using it, until you end the connection.'],
  ];
  return all.filter(([scope]) => scopes.has(scope)).map(([, what, more]) => [what, more]);
}

export const noWorkspacePage = (action: string, csrf: string, email: string): Page => ({
  title: 'No workspace',
  body: html`<div class="panel">
    <h1>No workspace</h1>
    <p>
      <strong class="break">${email}</strong> belongs to no workspace any more. Ask whoever runs this server
      for an invitation.
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
      The sign-in was started too long ago, or in another browser. Go back to the application and start again.
    </p>
  </div>`,
});

export const formExpiredPage = (back: string): Page => ({
  title: 'Please try again',
  body: html`<div class="panel">
    <h1>Please try again</h1>
    <p>
      This form was open for too long, or cookies are blocked, which we need to tell you from somebody else.
    </p>
    <div class="actions"><a class="button" href="${back}">Back to the form</a></div>
  </div>`,
});

export const legalLinks: Html = html`<a href="/documentation">Documentation</a> ·
  <a href="/policy">Privacy</a> · <a href="/terms">Terms</a>`;
