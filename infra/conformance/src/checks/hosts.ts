import { createHash, randomBytes } from 'node:crypto';
import { assert } from './check.ts';
import type { Check, CheckContext } from './check.ts';

interface Host {
  name: string;
  registration: object;
  /** Redirect URI of the authorization request. Its port may differ from the registered loopback URI. */
  redirectUri: string;
  scope?: string;
  /** Suffix that the host appends to the MCP URL in the `resource` parameter. */
  resourceSuffix?: string;
}

const GRANTS = ['authorization_code', 'refresh_token'];
const VSCODE_PORT = 33418;

/** Registrations and authorization requests of MCP hosts, from their public source code and from bug reports. */
const HOSTS: readonly Host[] = [
  {
    name: 'Claude',
    registration: { redirect_uris: ['https://claude.ai/api/mcp/auth_callback'], grant_types: GRANTS },
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    scope: 'read write',
  },
  {
    name: 'Claude Code',
    registration: { redirect_uris: ['http://localhost:54545/callback'], grant_types: GRANTS },
    redirectUri: 'http://localhost:61234/callback',
    scope: 'read write offline_access',
    resourceSuffix: '/',
  },
  {
    name: 'ChatGPT',
    registration: {
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      grant_types: GRANTS,
      token_endpoint_auth_method: 'none',
    },
    redirectUri: 'https://chatgpt.com/connector_platform_oauth_redirect',
    scope: 'read write offline_access',
  },
  {
    name: 'Visual Studio Code',
    registration: {
      application_type: 'native',
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        `http://127.0.0.1:${VSCODE_PORT}/`,
      ],
      grant_types: [...GRANTS, 'urn:ietf:params:oauth:grant-type:device_code'],
    },
    // Visual Studio Code uses the next free port if another window occupies the registered one.
    redirectUri: 'http://127.0.0.1:59656/',
    scope: 'read write offline_access',
  },
  {
    name: 'Cursor',
    registration: {
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      grant_types: GRANTS,
      response_types: ['code'],
    },
    redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback',
  },
];

type Json = Record<string, unknown>;

async function send(url: string, body: object | URLSearchParams, headers: Record<string, string> = {}) {
  const form = body instanceof URLSearchParams;
  const response = await fetch(url, {
    method: 'POST',
    headers: form ? headers : { 'content-type': 'application/json', ...headers },
    body: form ? body : JSON.stringify(body),
  });
  const text = await response.text();
  assert(response.ok, `${url} returned status ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

const sendJson = async (...parameters: Parameters<typeof send>): Promise<Json> =>
  JSON.parse(await send(...parameters)) as Json;

async function connect(host: Host, { platform, user }: CheckContext): Promise<string> {
  const { authUrl, mcpUrl } = platform;
  const registered = await sendJson(`${authUrl}/oauth/register`, {
    client_name: host.name,
    ...host.registration,
  });
  const verifier = randomBytes(32).toString('base64url');
  const resource = `${mcpUrl}${host.resourceSuffix ?? ''}`;
  const common = { client_id: registered['client_id'] as string, redirect_uri: host.redirectUri, resource };
  const authorizationRequest = new URLSearchParams({
    ...common,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state',
    ...(host.scope === undefined ? {} : { scope: host.scope }),
  });
  const { redirectUrl } = await user.authorize(
    `${authUrl}/oauth/authorize?${authorizationRequest.toString()}`,
  );
  assert(redirectUrl.startsWith(`${host.redirectUri}?`), `${host.name} was redirected to ${redirectUrl}.`);
  const code = new URL(redirectUrl).searchParams.get('code');
  assert(code !== null, `${host.name} received no code: ${redirectUrl}`);

  const redeem = { ...common, grant_type: 'authorization_code', code, code_verifier: verifier };
  const tokens = await sendJson(`${authUrl}/oauth/token`, new URLSearchParams(redeem));
  await listTools(mcpUrl, tokens['access_token'] as string);
  const requestsRefreshToken = host.scope?.includes('offline_access') === true;
  assert(
    requestsRefreshToken === 'refresh_token' in tokens,
    `${host.name} received these token response fields: ${Object.keys(tokens).join(', ')}`,
  );
  if (!requestsRefreshToken)
    return `${host.name} (access token for ${Number(tokens['expires_in']) / 3_600} h)`;

  // Refreshes the token immediately, as Claude does after the code exchange.
  const refresh = {
    ...common,
    grant_type: 'refresh_token',
    refresh_token: tokens['refresh_token'] as string,
  };
  const refreshed = await sendJson(`${authUrl}/oauth/token`, new URLSearchParams(refresh));
  await listTools(mcpUrl, refreshed['access_token'] as string);
  return `${host.name} (with refresh token)`;
}

async function listTools(mcpUrl: string, accessToken: string): Promise<void> {
  const response = await send(
    mcpUrl,
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { authorization: `Bearer ${accessToken}`, accept: 'application/json, text/event-stream' },
  );
  assert(
    response.includes('"restore_context"'),
    `The tool list lacks restore_context: ${response.slice(0, 500)}`,
  );
}

/** Runs the OAuth flow with the registrations and redirect URIs of MCP hosts that the check cannot start. */
export const hosts: Check = {
  name: 'hosts',
  run: async (context) => {
    const results: string[] = [];
    for (const host of HOSTS) results.push(await connect(host, context));
    return results.join(', ');
  },
};
