import { PORTAL_CLIENT_ID } from '@loci/contracts';
import { sendPage } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import type { Database } from '@loci/postgres';
import express from 'express';
import type { Request, Response, Router } from 'express';
import type { Client, Provider } from 'oidc-provider';
import type { CurrentProvider } from '../oauth/current-provider.ts';
import { MAX_EMAIL_LENGTH } from '../users/user.ts';
import { checkPassword } from './check-password.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { findUser } from './find-user.ts';
import { grantConsent } from './grant-consent.ts';
import { runAsUser } from './run-as-user.ts';
import {
  consentPage,
  expiredPage,
  formExpiredPage,
  noWorkspacePage,
  signInPage,
  throttledMessage,
} from './sign-in.pages.ts';

export interface InteractionDeps {
  database: Pick<Database, 'inSystemTransaction' | 'inTransaction'>;
  currentProvider: CurrentProvider;
  csrfTokens: CsrfTokens;
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

const INCORRECT_PASSWORD = 'The email address or the password is incorrect.';

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
      sendPage(response, 403, formExpiredPage(context.action));
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
  sendPage(response, 400, expiredPage());
  return null;
}

const clientOf = ({ provider, interaction }: InteractionContext): Promise<Client | undefined> =>
  provider.Client.find(interaction.params['client_id'] as string);

async function showSignIn(
  deps: InteractionDeps,
  context: InteractionContext,
  email: string,
  problem: string | null,
  status: number,
): Promise<void> {
  const { request, response, action, interaction } = context;
  const hint = interaction.params['login_hint'];
  const client = await clientOf(context);
  const csrf = deps.csrfTokens.issue(request, response);
  const prefilled = email !== '' ? email : typeof hint === 'string' ? hint.slice(0, MAX_EMAIL_LENGTH) : '';
  const page = signInPage({ action, csrf, clientName: nameOf(client), email: prefilled, problem });
  sendPage(response, status, page);
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
      await showSignIn(deps, context, email, INCORRECT_PASSWORD, 401);
      return;
    case 'throttled':
      response.setHeader('retry-after', check.retryAfterSeconds);
      await showSignIn(deps, context, email, throttledMessage(check.retryAfterSeconds), 429);
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
    sendPage(response, 400, expiredPage());
    return;
  }
  const csrf = deps.csrfTokens.issue(request, response);
  const { email, memberships } = user;
  if (memberships.length === 0) {
    sendPage(response, 403, noWorkspacePage(action, csrf, email));
    return;
  }
  // The portal is trusted, so a user with one workspace is not asked for consent.
  if (client.clientId === PORTAL_CLIENT_ID && memberships.length === 1) {
    await approve(deps, context, memberships[0]!.tenantId);
    return;
  }
  const scopes = new Set(String(interaction.params['scope'] ?? '').split(' '));
  const { destination, unverifiable } = describeRedirect(interaction.params['redirect_uri']);
  const clientName = nameOf(client) ?? 'Unnamed application';
  sendPage(
    response,
    200,
    consentPage({ action, csrf, clientName, destination, unverifiable, email, scopes, memberships }),
  );
}

async function approve(deps: InteractionDeps, context: InteractionContext, tenantId: unknown): Promise<void> {
  const { provider, interaction, request, response } = context;
  const userId = interaction.session?.accountId;
  if (interaction.prompt.name !== 'consent' || userId === undefined) {
    sendPage(response, 400, expiredPage());
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

/**
 * Describes where the authorization code is sent. Any application on the user's device can receive a loopback redirect or
 * register a custom scheme, so the name of such a client cannot be verified.
 */
function describeRedirect(redirectUri: unknown): { destination: string; unverifiable: boolean } {
  const url = typeof redirectUri === 'string' ? URL.parse(redirectUri) : null;
  // The device flow has no redirect. The user has confirmed the code of the device.
  if (url === null) return { destination: 'the device that shows the code', unverifiable: false };
  if (url.protocol === 'https:') return { destination: url.host, unverifiable: false };
  if (url.protocol === 'http:') return { destination: `${url.host} (this computer)`, unverifiable: true };
  return {
    destination: `${url.protocol}//${url.host} (an application on this computer)`,
    unverifiable: true,
  };
}
