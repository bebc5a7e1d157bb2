import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import type { AuthorizationServer } from './discover-authorization.ts';
import { postForm, postJson, toAccessToken, tokenFields } from './oauth-tokens.ts';
import type { OAuthCredential } from './profile.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const SCOPE = 'read write offline_access';

const registration = z.object({ client_id: z.string() });

const authorization = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.url(),
  verification_uri_complete: z.url().optional(),
  expires_in: z.number().positive(),
  interval: z.number().positive().default(5),
});

export interface DeviceCode {
  userCode: string;
  verificationUri: string;
}

/**
 * Signs in with the device flow (RFC 8628): the user approves the command in a browser on any device.
 *
 * @param knownClientId client of an earlier sign-in at this server
 * @param show shows the code to the user
 * @throws CommandError if the user denies the request or the code expires
 * @see docs/reference/authentication.md#device-flow
 */
export async function signInWithDevice(
  server: AuthorizationServer,
  knownClientId: string | undefined,
  show: (code: DeviceCode) => void,
): Promise<OAuthCredential> {
  const { clientId, code } = await requestCode(server, knownClientId);
  show({ userCode: code.user_code, verificationUri: code.verification_uri });
  const deadline = Date.now() + code.expires_in * 1000;
  let intervalMs = code.interval * 1000;
  while (Date.now() + intervalMs < deadline) {
    await sleep(intervalMs);
    const response = await postForm(
      server.token_endpoint,
      { grant_type: DEVICE_GRANT, device_code: code.device_code, client_id: clientId },
      tokenFields,
    );
    if ('fields' in response) return toCredential(server, clientId, response.fields);
    if (response.error === 'slow_down') intervalMs += 5_000;
    else if (response.error === 'access_denied')
      throw new CommandError(EXIT_CODE.authentication, 'The sign-in was denied in the browser.');
    else if (response.error === 'expired_token') break;
    else if (response.error !== 'authorization_pending')
      throw new CommandError(EXIT_CODE.authentication, `The sign-in failed: ${response.error}.`);
  }
  throw new CommandError(
    EXIT_CODE.authentication,
    'The code expired before you approved it. Run `loci login` again.',
  );
}

async function requestCode(
  server: AuthorizationServer,
  knownClientId: string | undefined,
): Promise<{ clientId: string; code: z.infer<typeof authorization> }> {
  const endpoint = server.device_authorization_endpoint;
  if (endpoint === undefined)
    throw new CommandError(
      EXIT_CODE.usage,
      'The server does not offer the device flow. Sign in with `loci login --api-key`.',
    );
  const request = (clientId: string) =>
    postForm(endpoint, { client_id: clientId, scope: SCOPE }, authorization);
  const known = knownClientId === undefined ? undefined : await request(knownClientId);
  if (known !== undefined && 'fields' in known) return { clientId: knownClientId!, code: known.fields };
  // The server deletes clients that were not used for 90 days, so a known client can be rejected.
  const clientId = await registerClient(server);
  const response = await request(clientId);
  if ('fields' in response) return { clientId, code: response.fields };
  throw new CommandError(EXIT_CODE.authentication, `The sign-in failed: ${response.error}.`);
}

async function registerClient(server: AuthorizationServer): Promise<string> {
  const response = await postJson(
    server.registration_endpoint,
    { client_name: 'Command line', grant_types: [DEVICE_GRANT, 'refresh_token'] },
    registration,
  );
  if ('fields' in response) return response.fields.client_id;
  throw new CommandError(
    EXIT_CODE.authentication,
    `The server rejected the registration of the command (${response.error}). ${response.description}`,
  );
}

function toCredential(
  server: AuthorizationServer,
  clientId: string,
  fields: z.infer<typeof tokenFields>,
): OAuthCredential {
  if (fields.refresh_token === undefined)
    throw new CommandError(
      EXIT_CODE.authentication,
      'The server did not grant offline access. Run `loci login` again, and allow access.',
    );
  return {
    kind: 'oauth',
    clientId,
    tokenEndpoint: server.token_endpoint,
    revocationEndpoint: server.revocation_endpoint,
    refreshToken: fields.refresh_token,
    accessToken: toAccessToken(fields),
  };
}
