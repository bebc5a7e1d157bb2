import { PORTAL_CLIENT_ID } from '@loci/contracts';
import type { CsrfTokens } from '@loci/pages';
import { sendPage } from '@loci/pages';
import type { Database } from '@loci/postgres';
import express from 'express';
import type { Request, Response, Router } from 'express';
import type { Client, Provider } from 'oidc-provider';
import type { CurrentProvider } from '../oauth/current-provider.ts';
import { checkPassword } from './check-password.ts';
import { grantConsent } from './grant-consent.ts';
import { findUser } from './find-user.ts';
import { consentPage, expiredPage, formExpiredPage, noWorkspacePage, signInPage } from './sign-in.pages.ts';

export interface InteractionDeps {
  database: Pick<Database, 'inSystemTransaction' | 'inTransaction'>;
  currentProvider: CurrentProvider;
  forms: CsrfTokens;
  baseUrl: string;
  now(): Date;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

interface InteractionContext {
  provider: Provider;
  interaction: Interaction;
  request: Request;
  response: Response;
  action: string;
}

const WRONG = 'The e-mail address or the password is not right.';

/** `/interaction/:uid`: what the provider needs a person for, sign-in and consent. */
export function interactionRouter(deps: InteractionDeps): Router {
  const router = express.Router();
  const form = express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 20 });

  router.get('/interaction/:uid', async (request, response) => {
    const step = await loadInteraction(deps, request, response);
    if (step === null) return;
    if (step.interaction.prompt.name === 'login') await showSignIn(deps, step, '', null, 200);
    else await showConsent(deps, step);
  });

  router.post('/interaction/:uid', form, async (request, response) => {
    const step = await loadInteraction(deps, request, response);
    if (step === null) return;
    const fields = (request.body ?? {}) as Record<string, unknown>;
    if (!deps.forms.isValid(request, fields['csrf'])) {
      sendPage(response, 403, formExpiredPage(step.action));
      return;
    }
    if (fields['action'] === 'cancel' || fields['action'] === 'deny') await deny(step);
    else if (fields['action'] === 'switch') await switchAccount(deps, step);
    else if (step.interaction.prompt.name === 'login') await signIn(deps, step, fields);
    else await approve(deps, step, fields['tenant_id']);
  });
  return router;
}

/** Null after the answer that this browser has no such interaction. */
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
  step: InteractionContext,
  email: string,
  problem: string | null,
  status: number,
): Promise<void> {
  const { request, response, action, interaction } = step;
  const hint = interaction.params['login_hint'];
  const client = await clientOf(step);
  const csrf = deps.forms.issue(request, response);
  const known = email !== '' ? email : typeof hint === 'string' ? hint.slice(0, 254) : '';
  sendPage(response, status, signInPage({ action, csrf, clientName: nameOf(client), email: known, problem }));
}

async function signIn(
  deps: InteractionDeps,
  step: InteractionContext,
  fields: Record<string, unknown>,
): Promise<void> {
  const { provider, interaction, request, response } = step;
  const email = typeof fields['email'] === 'string' ? fields['email'] : '';
  const password = typeof fields['password'] === 'string' ? fields['password'] : '';
  const verdict = await checkPassword(deps, { email, password, address: request.ip ?? '' });
  switch (verdict.kind) {
    case 'right':
      break;
    case 'wrong':
      await showSignIn(deps, step, email, WRONG, 401);
      return;
    case 'too-many':
      response.setHeader('retry-after', verdict.retryAfterSeconds);
      await showSignIn(deps, step, email, tooMany(verdict.retryAfterSeconds), 429);
      return;
  }
  // Somebody else was signed in with this browser: their session ends, or the provider would ask to end it first.
  if (interaction.session !== undefined && interaction.session.accountId !== verdict.userId) {
    await endPreviousSession(step);
  }
  await provider.interactionFinished(
    request,
    response,
    { login: { accountId: verdict.userId, amr: ['pwd'] } },
    { mergeWithLastSubmission: false },
  );
}

const tooMany = (seconds: number): string =>
  `Too many attempts. Try again in ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`;

async function showConsent(deps: InteractionDeps, step: InteractionContext): Promise<void> {
  const { interaction, request, response, action } = step;
  const [client, person] = await Promise.all([
    clientOf(step),
    findUser(deps, interaction.session?.accountId ?? ''),
  ]);
  if (client === undefined || person === null) {
    sendPage(response, 400, expiredPage());
    return;
  }
  const csrf = deps.forms.issue(request, response);
  const { email, memberships } = person;
  if (memberships.length === 0) {
    sendPage(response, 403, noWorkspacePage(action, csrf, email));
    return;
  }
  // Our own page for people: nothing to ask, unless it is which workspace.
  if (client.clientId === PORTAL_CLIENT_ID && memberships.length === 1) {
    await approve(deps, step, memberships[0]!.tenantId);
    return;
  }
  const scopes = new Set(String(interaction.params['scope'] ?? '').split(' '));
  const { destination, unverifiable } = describeRedirect(interaction.params['redirect_uri']);
  const clientName = nameOf(client) ?? 'An application without a name';
  sendPage(
    response,
    200,
    consentPage({ action, csrf, clientName, destination, unverifiable, email, scopes, memberships }),
  );
}

async function approve(deps: InteractionDeps, step: InteractionContext, tenantId: unknown): Promise<void> {
  const { provider, interaction, request, response } = step;
  const userId = interaction.session?.accountId;
  if (interaction.prompt.name !== 'consent' || userId === undefined) {
    sendPage(response, 400, expiredPage());
    return;
  }
  const grantId = await grantConsent(deps, provider, {
    userId,
    tenantId: typeof tenantId === 'string' ? tenantId : '',
    clientId: interaction.params['client_id'] as string,
    scopes: String(interaction.params['scope'] ?? '').split(' '),
    resources: [interaction.params['resource'] ?? deps.baseUrl].flat() as string[],
  });
  if (grantId === null) {
    await showConsent(deps, step);
    return;
  }
  await provider.interactionFinished(request, response, { consent: { grantId } });
}

const deny = ({ provider, request, response }: InteractionContext): Promise<void> =>
  provider.interactionFinished(
    request,
    response,
    { error: 'access_denied', error_description: 'the person did not allow it' },
    { mergeWithLastSubmission: false },
  );

/** Back to the sign-in, for another account. */
async function switchAccount(deps: InteractionDeps, step: InteractionContext): Promise<void> {
  await endPreviousSession(step);
  const { interaction } = step;
  interaction.prompt = { name: 'login', reasons: ['switch'], details: {} };
  delete interaction.lastSubmission;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
  await showSignIn(deps, step, '', null, 200);
}

/** Ends the session that an interaction was begun in, and lets the interaction go on without it. */
async function endPreviousSession({ provider, interaction }: InteractionContext): Promise<void> {
  const uid = interaction.session?.uid;
  const session = uid === undefined ? undefined : await provider.Session.findByUid(uid);
  await session?.destroy();
  delete interaction.session;
  delete interaction.grantId;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
}

const nameOf = (client: Client | undefined): string | undefined => {
  if (client === undefined) return undefined;
  if (client.clientName) return client.clientName;
  return URL.parse(client.clientId)?.host;
};

function describeRedirect(redirectUri: unknown): { destination: string; unverifiable: boolean } {
  const url = typeof redirectUri === 'string' ? URL.parse(redirectUri) : null;
  // The device flow has none: the answer goes to the device, whose code was confirmed before.
  if (url === null) return { destination: 'the device that shows the code', unverifiable: false };
  if (url.protocol === 'https:') return { destination: url.host, unverifiable: false };
  if (url.protocol === 'http:') return { destination: `${url.host} (this machine)`, unverifiable: true };
  return { destination: `${url.protocol}// (an app on this machine)`, unverifiable: true };
}
