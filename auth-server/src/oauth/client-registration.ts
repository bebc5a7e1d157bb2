/** What a dynamic registration may be refused for. RFC 7591 section 3.2.2. */
export class RegistrationError extends Error {
  readonly error: 'invalid_client_metadata' | 'invalid_redirect_uri';
  constructor(error: RegistrationError['error'], description: string) {
    super(description);
    this.error = error;
  }
}

export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const GRANTS: readonly string[] = ['authorization_code', 'refresh_token', DEVICE_CODE_GRANT];
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
const FULL_SCOPE = 'openid read write profile offline_access';
const MAX_REDIRECTS = 10;
const MAX_REDIRECT_LENGTH = 2_000;
const MAX_NAME_LENGTH = 200;

/** Shown to people or kept as contact; nothing that makes us fetch anything, no key, no algorithm. */
const COPIED = ['client_uri', 'policy_uri', 'tos_uri', 'logo_uri', 'contacts'];

const refuse = (description: string): never => {
  throw new RegistrationError('invalid_client_metadata', description);
};

/**
 * What the provider is given to register: a public client with at most the grants that we offer, whatever it asked
 * for. Its `scope` is everything, since the provider takes that for the most it may ever ask for.
 *
 * @throws RegistrationRefused
 * @see AUTH-AND-MCP.md 3.4 (2)
 */
export function normalizeRegistration(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) refuse('Send a JSON object.');
  const given = body as Record<string, unknown>;
  const redirects = strings(given['redirect_uris'], 'redirect_uris');
  if (redirects.length > MAX_REDIRECTS) refuse(`At most ${MAX_REDIRECTS} redirect_uris.`);
  const native = redirects.map(checkRedirect).includes('native');
  const grants = given['grant_types'] === undefined ? [] : strings(given['grant_types'], 'grant_types');
  const refused = grants.find((grant) => !GRANTS.includes(grant));
  if (refused !== undefined) refuse(`The grant type ${refused.slice(0, 80)} is not available to clients.`);
  if (given['client_name'] !== undefined && typeof given['client_name'] !== 'string') {
    refuse('client_name must be a string.');
  }
  const name = (given['client_name'] as string | undefined)?.trim();
  if (name !== undefined && name.length > MAX_NAME_LENGTH) {
    refuse(`client_name may have ${MAX_NAME_LENGTH} characters.`);
  }
  const deviceOnly = redirects.length === 0 && grants.includes(DEVICE_CODE_GRANT);
  return {
    ...Object.fromEntries(COPIED.filter((key) => key in given).map((key) => [key, given[key]])),
    ...(name ? { client_name: name } : {}),
    redirect_uris: redirects,
    grant_types: deviceOnly
      ? grants.filter((grant) => grant !== 'authorization_code')
      : grants.length > 0
        ? grants
        : ['authorization_code', 'refresh_token'],
    response_types: deviceOnly ? [] : ['code'],
    response_modes: ['query'],
    application_type: native ? 'native' : 'web',
    token_endpoint_auth_method: 'none',
    scope: FULL_SCOPE,
  };
}

function strings(value: unknown, field: string): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) {
    refuse(`${field} must be a list of strings.`);
  }
  return value as string[];
}

/** An app on the person's own machine (a loopback port, a scheme of its own), or a site on the web. */
function checkRedirect(uri: string): 'native' | 'web' {
  const refuseRedirect = (why: string): never => {
    throw new RegistrationError('invalid_redirect_uri', why);
  };
  const url = URL.parse(uri) ?? refuseRedirect('A redirect URI must be an absolute URL.');
  if (uri.length > MAX_REDIRECT_LENGTH) refuseRedirect('A redirect URI is too long.');
  if (url.username !== '' || url.password !== '') refuseRedirect('A redirect URI may not name a user.');
  if (uri.includes('#')) refuseRedirect('A redirect URI may not have a fragment.');
  if (url.protocol === 'https:') return 'web';
  if (url.protocol !== 'http:') return 'native';
  if (LOOPBACK.includes(url.hostname)) return 'native';
  return refuseRedirect('http is for the own machine only (localhost, 127.0.0.1, [::1]); use https.');
}

/**
 * A client's own metadata document, with what its author left out or could not know: that a loopback redirect is
 * an app's, that codes travel in the query alone. Claims that we do not honour are taken out.
 * @see AUTH-AND-MCP.md 3.5
 */
export function normalizeMetadataDocument(document: Record<string, unknown>): Record<string, unknown> {
  const { scope: _scope, id_token_signed_response_alg: _alg, jwks_uri: _uri, ...kept } = document;
  const redirects = Array.isArray(kept['redirect_uris']) ? kept['redirect_uris'] : [];
  const isApp = redirects.some((uri) => {
    const url = typeof uri === 'string' ? URL.parse(uri) : null;
    if (url === null || url.protocol === 'https:') return false;
    return url.protocol !== 'http:' || LOOPBACK.includes(url.hostname);
  });
  const grants = Array.isArray(kept['grant_types']) ? kept['grant_types'] : undefined;
  return {
    ...kept,
    response_modes: ['query'],
    ...(isApp && kept['application_type'] === undefined ? { application_type: 'native' } : {}),
    ...(grants && { grant_types: grants.filter((grant) => GRANTS.includes(grant as string)) }),
  };
}
