import { createHash, randomBytes } from 'node:crypto';
import { insist } from './check.ts';
import type { Check, CheckContext } from './check.ts';

interface Host {
  name: string;
  registration: object;
  /** Where it wants the code, when that is not what it registered: another port of this machine. */
  redirectUri: string;
  scope?: string;
  /** After the URL that was typed in. */
  resourceEnding?: string;
}

const GRANTS = ['authorization_code', 'refresh_token'];
const VSCODE_PORT = 33418;

/** What hosts send, by their public sources and by reports of those who met them. */
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
    resourceEnding: '/',
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
    // The next free port, when another window has the one that was registered.
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
  insist(response.ok, `${url} answers ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

const sendJson = async (...given: Parameters<typeof send>): Promise<Json> =>
  JSON.parse(await send(...given)) as Json;

async function connect(host: Host, { platform, person }: CheckContext): Promise<string> {
  const { authUrl, mcpUrl } = platform;
  const registered = await sendJson(`${authUrl}/oauth/register`, {
    client_name: host.name,
    ...host.registration,
  });
  const verifier = randomBytes(32).toString('base64url');
  const resource = `${mcpUrl}${host.resourceEnding ?? ''}`;
  const common = { client_id: registered['client_id'] as string, redirect_uri: host.redirectUri, resource };
  const asked = new URLSearchParams({
    ...common,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state',
    ...(host.scope === undefined ? {} : { scope: host.scope }),
  });
  const { leadsTo } = await person.decide(`${authUrl}/oauth/authorize?${asked.toString()}`);
  insist(leadsTo.startsWith(`${host.redirectUri}?`), `${host.name} is sent to ${leadsTo}.`);
  const code = new URL(leadsTo).searchParams.get('code');
  insist(code !== null, `${host.name} gets no code: ${leadsTo}`);

  const redeem = { ...common, grant_type: 'authorization_code', code, code_verifier: verifier };
  const tokens = await sendJson(`${authUrl}/oauth/token`, new URLSearchParams(redeem));
  await listTools(mcpUrl, tokens['access_token'] as string);
  const asksToStay = host.scope?.includes('offline_access') === true;
  insist(asksToStay === 'refresh_token' in tokens, `${host.name}: ${Object.keys(tokens).join(', ')}`);
  if (!asksToStay) return `${host.name} (in for ${Number(tokens['expires_in']) / 3_600} h)`;

  // At once, as Claude does.
  const refresh = {
    ...common,
    grant_type: 'refresh_token',
    refresh_token: tokens['refresh_token'] as string,
  };
  const next = await sendJson(`${authUrl}/oauth/token`, new URLSearchParams(refresh));
  await listTools(mcpUrl, next['access_token'] as string);
  return `${host.name} (refreshes)`;
}

async function listTools(mcpUrl: string, accessToken: string): Promise<void> {
  const answer = await send(
    mcpUrl,
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { authorization: `Bearer ${accessToken}`, accept: 'application/json, text/event-stream' },
  );
  insist(answer.includes('"restore_context"'), `The tools are missing: ${answer.slice(0, 500)}`);
}

/** The OAuth dance with the very registrations and redirects of hosts that cannot be run here. */
export const hosts: Check = {
  name: 'hosts',
  run: async (context) => {
    const seen: string[] = [];
    for (const host of HOSTS) seen.push(await connect(host, context));
    return seen.join(', ');
  },
};
