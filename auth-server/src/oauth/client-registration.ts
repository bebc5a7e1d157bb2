import { findClientNameProblem } from './client-name.ts';

/** Error response of a dynamic client registration (RFC 7591 section 3.2.2). */
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
/** Schemes that browsers or common programs handle. They do not lead to the application that registered the client. */
const NOT_PRIVATE_SCHEMES: ReadonlySet<string> = new Set(
  (
    'about blob chrome chrome-extension data dav edge feed file filesystem ftp ftps geo git gopher imap intent ipp irc ' +
    'jar javascript ldap ldaps magnet mailto moz-extension news nfs nntp opera pop resource rsync rtsp sftp sip sips sms ' +
    'smb ssh tag tel telnet tftp urn vbscript view-source vnc webcal ws wss'
  ).split(' '),
);

const FULL_SCOPE = 'openid read write profile offline_access';
const MAX_REDIRECTS = 10;
const MAX_REDIRECT_LENGTH = 2_000;
const MAX_NAME_LENGTH = 200;

/**
 * Metadata fields that are stored unchanged. They are only displayed. The server never fetches their URLs.
 */
const COPIED_FIELDS = ['client_uri', 'policy_uri', 'tos_uri', 'logo_uri', 'contacts'];

const reject = (description: string): never => {
  throw new RegistrationError('invalid_client_metadata', description);
};

/**
 * Validates a registration and returns the metadata of a public client with supported grant types. Its `scope` contains all
 * scopes, because the provider uses this field as the maximum of later requests.
 *
 * @param body parsed JSON
 * @throws RegistrationError for invalid metadata or redirect URIs
 * @see docs/reference/authentication.md#register-a-client
 * @see docs/security-model.md#threat-10-anonymous-client-credentials
 */
export function normalizeRegistration(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    reject('The body must be a JSON object.');
  const given = body as Record<string, unknown>;
  const redirects = strings(given['redirect_uris'], 'redirect_uris');
  if (redirects.length > MAX_REDIRECTS) reject(`redirect_uris must have at most ${MAX_REDIRECTS} elements.`);
  const native = redirects.map(checkRedirect).includes('native');
  const grants = given['grant_types'] === undefined ? [] : strings(given['grant_types'], 'grant_types');
  const refused = grants.find((grant) => !GRANTS.includes(grant));
  if (refused !== undefined) {
    reject(`The grant type ${refused.slice(0, 80)} is not supported. Supported: ${GRANTS.join(', ')}.`);
  }
  if (given['client_name'] !== undefined && typeof given['client_name'] !== 'string') {
    reject('client_name must be a string.');
  }
  const name = (given['client_name'] as string | undefined)?.trim();
  if (name !== undefined && name.length > MAX_NAME_LENGTH) {
    reject(`client_name must have at most ${MAX_NAME_LENGTH} characters.`);
  }
  const nameProblem = name === undefined ? null : findClientNameProblem(name);
  if (nameProblem !== null) reject(nameProblem);
  const deviceOnly = redirects.length === 0 && grants.includes(DEVICE_CODE_GRANT);
  return {
    ...Object.fromEntries(COPIED_FIELDS.filter((key) => key in given).map((key) => [key, given[key]])),
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
    reject(`${field} must be an array of strings.`);
  }
  return value as string[];
}

/**
 * Validates a redirect URI.
 *
 * @returns `native` for a loopback address or a custom scheme, `web` for https
 * @throws RegistrationError
 * @see docs/security-model.md#threat-6-redirect-uri-manipulation
 */
function checkRedirect(uri: string): 'native' | 'web' {
  const rejectRedirect = (description: string): never => {
    throw new RegistrationError('invalid_redirect_uri', description);
  };
  const url = URL.parse(uri) ?? rejectRedirect('A redirect URI must be an absolute URL.');
  if (uri.length > MAX_REDIRECT_LENGTH)
    rejectRedirect(`A redirect URI must have at most ${MAX_REDIRECT_LENGTH} characters.`);
  if (url.username !== '' || url.password !== '')
    rejectRedirect('A redirect URI must not contain a user name or password.');
  if (uri.includes('#')) rejectRedirect('A redirect URI must not have a fragment.');
  if (url.protocol === 'https:') return 'web';
  if (url.protocol !== 'http:') {
    if (NOT_PRIVATE_SCHEMES.has(url.protocol.slice(0, -1)))
      rejectRedirect(
        'A redirect URI must use https, a loopback address, or a private-use scheme of an application.',
      );
    return 'native';
  }
  if (LOOPBACK.includes(url.hostname)) return 'native';
  return rejectRedirect('A redirect URI must use https, unless its host is localhost, 127.0.0.1 or [::1].');
}

/** False for a redirect URI with a scheme of another program. */
const isNotPublicScheme = (uri: unknown): boolean =>
  typeof uri !== 'string' || !NOT_PRIVATE_SCHEMES.has(URL.parse(uri)?.protocol.slice(0, -1) ?? '');

/**
 * Normalizes a client metadata document. Marks clients with loopback or custom-scheme redirects as native, restricts the
 * response mode to `query`, and removes unsupported fields, grant types, redirect schemes and names.
 *
 * @see docs/reference/authentication.md#client-id-metadata-documents
 */
export function normalizeMetadataDocument(document: Record<string, unknown>): Record<string, unknown> {
  const { scope: _scope, id_token_signed_response_alg: _alg, jwks_uri: _uri, ...kept } = document;
  const name = kept['client_name'];
  if (typeof name === 'string' && findClientNameProblem(name) !== null) delete kept['client_name'];
  const redirects = Array.isArray(kept['redirect_uris'])
    ? kept['redirect_uris'].filter(isNotPublicScheme)
    : [];
  if (Array.isArray(kept['redirect_uris'])) kept['redirect_uris'] = redirects;
  const isNative = redirects.some((uri) => {
    const url = typeof uri === 'string' ? URL.parse(uri) : null;
    if (url === null || url.protocol === 'https:') return false;
    return url.protocol !== 'http:' || LOOPBACK.includes(url.hostname);
  });
  const grants = Array.isArray(kept['grant_types']) ? kept['grant_types'] : undefined;
  return {
    ...kept,
    response_modes: ['query'],
    ...(isNative && kept['application_type'] === undefined ? { application_type: 'native' } : {}),
    ...(grants && { grant_types: grants.filter((grant) => GRANTS.includes(grant as string)) }),
  };
}
