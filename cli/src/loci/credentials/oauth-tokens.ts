import { z } from 'zod';
import { sendRequest } from '../server/send-request.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import type { OAuthCredential } from './profile.ts';

const tokenResponse = z.object({
  access_token: z.string(),
  expires_in: z.number().positive(),
  refresh_token: z.string().optional(),
});

const errorResponse = z.object({ error: z.string(), error_description: z.string().optional() });

const REQUEST_TIMEOUT_MS = 10_000;

/** Response of an OAuth endpoint: either the fields of the schema, or an error code. */
export type OAuthResponse<Fields> = { fields: Fields } | { error: string; description: string };

/** Sends a form to an OAuth endpoint. */
export async function postForm<Schema extends z.ZodType>(
  url: string,
  form: Record<string, string>,
  schema: Schema,
): Promise<OAuthResponse<z.output<Schema>>> {
  return post(url, new URLSearchParams(form).toString(), 'application/x-www-form-urlencoded', schema);
}

/** Sends JSON to an OAuth endpoint. */
export async function postJson<Schema extends z.ZodType>(
  url: string,
  body: unknown,
  schema: Schema,
): Promise<OAuthResponse<z.output<Schema>>> {
  return post(url, JSON.stringify(body), 'application/json', schema);
}

async function post<Schema extends z.ZodType>(
  url: string,
  body: string,
  contentType: string,
  schema: Schema,
): Promise<OAuthResponse<z.output<Schema>>> {
  const headers = { 'content-type': contentType };
  const response = await sendRequest({ method: 'POST', url, headers, body, timeoutMs: REQUEST_TIMEOUT_MS });
  const success = response.status < 300 ? schema.safeParse(response.json) : undefined;
  if (success?.success === true) return { fields: success.data };
  const failure = errorResponse.safeParse(response.json);
  if (failure.success)
    return { error: failure.data.error, description: failure.data.error_description ?? '' };
  throw new CommandError(
    EXIT_CODE.unavailable,
    `The authorization server sent an unexpected response with status ${response.status}.`,
  );
}

/** Schema and conversion of the token response. */
export const tokenFields = tokenResponse;

/** Returns the access token of a token response, with its expiry. */
export const toAccessToken = (fields: z.infer<typeof tokenResponse>): OAuthCredential['accessToken'] => ({
  value: fields.access_token,
  expiresAt: Date.now() + fields.expires_in * 1000,
});

/**
 * Obtains the next tokens. The refresh token rotates, so the caller must store the result.
 *
 * @throws CommandError if the user must sign in again
 */
export async function refreshOAuth(credential: OAuthCredential): Promise<OAuthCredential> {
  const response = await postForm(
    credential.tokenEndpoint,
    {
      grant_type: 'refresh_token',
      refresh_token: credential.refreshToken,
      client_id: credential.clientId,
    },
    tokenResponse,
  );
  if ('error' in response)
    throw new CommandError(
      EXIT_CODE.authentication,
      `Your sign-in is no longer valid (${response.error}). Run \`loci login\` to sign in again.`,
    );
  const { fields } = response;
  return {
    ...credential,
    refreshToken: fields.refresh_token ?? credential.refreshToken,
    accessToken: toAccessToken(fields),
  };
}

/** Revokes the refresh token and all tokens of the same sign-in. */
export async function revokeOAuth(credential: OAuthCredential): Promise<void> {
  const body = new URLSearchParams({
    token: credential.refreshToken,
    client_id: credential.clientId,
  }).toString();
  const { status } = await sendRequest({
    method: 'POST',
    url: credential.revocationEndpoint,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
    timeoutMs: REQUEST_TIMEOUT_MS,
  });
  if (status >= 300)
    throw new CommandError(
      EXIT_CODE.unavailable,
      `The authorization server did not revoke the sign-in (status ${status}).`,
    );
}
