import { PORTAL_CLIENT_ID } from '@loci/contracts';
import type { CsrfTokens } from '@loci/pages';
import type { Database } from '@loci/postgres';
import express from 'express';
import type { Request, Response, Router } from 'express';
import type { Client, Provider } from 'oidc-provider';
import type { CurrentProvider } from '../oauth/current-provider.ts';
import type { AuthPage, AuthPages } from '../pages/auth-pages.ts';
import { expiredPage, formExpiredPage } from '../pages/message.pages.ts';
import type { Locale } from '../texts/texts.ts';
import { MAX_EMAIL_LENGTH } from '../users/user.ts';
import { checkPassword } from './check-password.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { findUser } from './find-user.ts';
import { grantConsent } from './grant-consent.ts';
import { runAsUser } from './run-as-user.ts';
import { consentPage, noWorkspacePage, signInPage } from './sign-in.pages.ts';
import type { Destination, SignInProblem } from './sign-in.pages.ts';

export interface InteractionDeps {
  database: Pick<Database, 'inSystemTransaction' | 'inTransaction'>;
  currentProvider: CurrentProvider;
  csrfTokens: CsrfTokens;
  pages: AuthPages;
  knownBrowsers: KnownBrowsers;
  baseUrl: string;
  now(): Date;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

interface InteractionContext {
  provider: Provider;
  interaction: Interaction;
  request: Request;
  response: Response;
  /** Path to which the forms of the interaction are sent. */
  action: string;
}

/** Serves `/interaction/:uid`, the sign-in and consent pages of the OAuth provider. */
export function interactionRouter(deps: InteractionDeps): Router {
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 20 });

  router.get('/interaction/:uid', async (request, response) => {
    const context = await loadInteraction(deps, request, response);
    if (context === null) return;
    if (context.interaction.prompt.name === 'login') await showSignIn(deps, context, '', null, 200);
    else await showConsent(deps, context);
  });

  router.post('/interaction/:uid', parseForm, async (request, response) => {
    const context = await loadInteraction(deps, request, response);
    if (context === null) return;
    const fields = (request.body ?? {}) as Record<string, unknown>;
    if (!deps.csrfTokens.isValid(request, fields['csrf'])) {
      show(deps, context, 403, formExpiredPage(context.action));
      return;
    }
    if (fields['action'] === 'cancel' || fields['action'] === 'deny') await deny(context);
    else if (fields['action'] === 'switch') await switchAccount(deps, context);
    else if (context.interaction.prompt.name === 'login') await signIn(deps, context, fields);
    else await approve(deps, context, fields['tenant_id']);
  });
  return router;
}

/** Loads an interaction. Sends an error page and returns null if it expired or belongs to another browser. */
async function loadInteraction(
  deps: InteractionDeps,
  request: Request,
  response: Response,
): Promise<InteractionContext | null> {
  const provider = await deps.currentProvider();
  try {
    const interaction = await provider.interactionDetails(request, response);
    if (interaction.uid === request.params['uid']) {
      return { provider, interaction, request, response, action: `/interaction/${interaction.uid}` };
    }
  } catch (error) {
    if ((error as Error).name !== 'SessionNotFound') throw error;
  }
  deps.pages.show(request, response, 400, expiredPage);
  return null;
}

/** Sends a page in the language of the user, or in the one that the application requested. */
function show(
  { pages }: InteractionDeps,
  { request, response, interaction }: InteractionContext,
  status: number,
  render: (locale: Locale) => AuthPage,
): void {
  pages.show(request, response, status, render, { uiLocales: interaction.params['ui_locales'] });
}

const clientOf = ({ provider, interaction }: InteractionContext): Promise<Client | undefined> =>
  provider.Client.find(interaction.params['client_id'] as string);

async function showSignIn(
  deps: InteractionDeps,
  context: InteractionContext,
  email: string,
  problem: SignInProblem | null,
  status: number,
): Promise<void> {
  const { request, response, action, interaction } = context;
  const hint = interaction.params['login_hint'];
  const client = await clientOf(context);
  const csrf = deps.csrfTokens.issue(request, response);
  const prefilled = email !== '' ? email : typeof hint === 'string' ? hint.slice(0, MAX_EMAIL_LENGTH) : '';
  show(deps, context, status, (locale) =>
    signInPage(locale, { action, csrf, clientName: nameOf(client), email: prefilled, problem }),
  );
}

async function signIn(
  deps: InteractionDeps,
  context: InteractionContext,
  fields: Record<string, unknown>,
): Promise<void> {
  const { provider, interaction, request, response } = context;
  const email = typeof fields['email'] === 'string' ? fields['email'] : '';
  const password = typeof fields['password'] === 'string' ? fields['password'] : '';
  const check = await checkPassword(deps, {
    email,
    password,
    clientAddress: request.ip ?? '',
    browserId: deps.knownBrowsers.find(request, email),
  });
  switch (check.kind) {
    case 'correct':
      deps.knownBrowsers.remember(request, response, email);
      break;
    case 'incorrect':
      await showSignIn(deps, context, email, check, 401);
      return;
    case 'throttled':
      response.setHeader('retry-after', check.retryAfterSeconds);
      await showSignIn(deps, context, email, check, 429);
      return;
  }
  // If another user is signed in, the provider would ask the user to end that session. Ending it here skips
  // that page.
  if (interaction.session !== undefined && interaction.session.accountId !== check.userId) {
    await endPreviousSession(context);
  }
  await provider.interactionFinished(
    request,
    response,
    { login: { accountId: check.userId, amr: ['pwd'] } },
    { mergeWithLastSubmission: false },
  );
}

async function showConsent(deps: InteractionDeps, context: InteractionContext): Promise<void> {
  const { interaction, request, response, action } = context;
  const [client, user] = await Promise.all([
    clientOf(context),
    findUser(deps, interaction.session?.accountId ?? ''),
  ]);
  if (client === undefined || user === null) {
    show(deps, context, 400, expiredPage);
    return;
  }
  const csrf = deps.csrfTokens.issue(request, response);
  const { email, memberships } = user;
  if (memberships.length === 0) {
    show(deps, context, 403, (locale) => noWorkspacePage(locale, { action, csrf, email }));
    return;
  }
  // The portal is trusted, so a user with one workspace is not asked for consent.
  if (client.clientId === PORTAL_CLIENT_ID && memberships.length === 1) {
    await approve(deps, context, memberships[0]!.tenantId);
    return;
  }
  const scopes = new Set(String(interaction.params['scope'] ?? '').split(' '));
  const destination = destinationOf(interaction.params['redirect_uri']);
  show(deps, context, 200, (locale) =>
    consentPage(locale, {
      action,
      csrf,
      clientName: nameOf(client) ?? locale.texts.signIn.unnamedApplication,
      destination,
      email,
      scopes,
      memberships,
    }),
  );
}

async function approve(deps: InteractionDeps, context: InteractionContext, tenantId: unknown): Promise<void> {
  const { provider, interaction, request, response } = context;
  const userId = interaction.session?.accountId;
  if (interaction.prompt.name !== 'consent' || userId === undefined) {
    show(deps, context, 400, expiredPage);
    return;
  }
  const clientId = interaction.params['client_id'] as string;
  const grantId = await runAsUser(request, { userId, clientId }, () =>
    grantConsent(deps, provider, {
      userId,
      tenantId: typeof tenantId === 'string' ? tenantId : '',
      clientId,
      scopes: String(interaction.params['scope'] ?? '').split(' '),
      resources: [interaction.params['resource'] ?? deps.baseUrl].flat() as string[],
      userAgent: request.headers['user-agent'],
    }),
  );
  if (grantId === null) {
    await showConsent(deps, context);
    return;
  }
  await provider.interactionFinished(request, response, { consent: { grantId } });
}

const deny = ({ provider, request, response }: InteractionContext): Promise<void> =>
  provider.interactionFinished(
    request,
    response,
    { error: 'access_denied', error_description: 'The user denied access.' },
    { mergeWithLastSubmission: false },
  );

/**
 * Ends the previous session and shows the sign-in page again, so that the user can choose another account.
 */
async function switchAccount(deps: InteractionDeps, context: InteractionContext): Promise<void> {
  await endPreviousSession(context);
  const { interaction } = context;
  interaction.prompt = { name: 'login', reasons: ['switch'], details: {} };
  delete interaction.lastSubmission;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
  await showSignIn(deps, context, '', null, 200);
}

/** Ends the session in which the interaction was started. The interaction continues without a session. */
async function endPreviousSession({ provider, interaction }: InteractionContext): Promise<void> {
  const uid = interaction.session?.uid;
  const session = uid === undefined ? undefined : await provider.Session.findByUid(uid);
  await session?.destroy();
  delete interaction.session;
  delete interaction.grantId;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
}

/** Returns the name of a client, or the host of its client id if it has no name and the id is a URL. */
const nameOf = (client: Client | undefined): string | undefined => {
  if (client === undefined) return undefined;
  if (client.clientName) return client.clientName;
  return URL.parse(client.clientId)?.host;
};

/** Returns where the authorization code is sent. */
function destinationOf(redirectUri: unknown): Destination {
  const url = typeof redirectUri === 'string' ? URL.parse(redirectUri) : null;
  // The device flow has no redirect. The user has confirmed the code of the device.
  if (url === null) return { kind: 'device' };
  if (url.protocol === 'https:') return { kind: 'web', host: url.host };
  if (url.protocol === 'http:') return { kind: 'loopback', host: url.host };
  return { kind: 'local-application', url: `${url.protocol}//${url.host}` };
}
