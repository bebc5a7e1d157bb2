import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentedCommands } from '../../infra/documentation/src/documented-commands.ts';
import { createBrowserUser } from '../../infra/conformance/src/browser-user.ts';
import type { BrowserUser } from '../../infra/conformance/src/browser-user.ts';
import { textPdf } from '../browser/support/text-pdf.ts';
import { openStandalonePlatform } from '../e2e/open-standalone-platform.ts';
import { WEBHOOK_URL, createUpload, uploadDocument } from '../e2e/sample-records.ts';
import { connectToPlatform } from '../e2e/test-platform.ts';
import type { TestPlatform } from '../e2e/test-platform.ts';
import type { Json } from '../support/api-connection.ts';
import { startUpload } from '../support/resumable-upload.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { ALL_PERMISSIONS } from '../support/tenants.ts';
import type { Tenant } from '../support/tenants.ts';

const TEST = 'tests/docs/reference-commands.test.ts';
const REPORT = textPdf('Report on tea');
const REDIRECT_URI = 'http://127.0.0.1/callback';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

type Variables = Record<string, string>;

/** Replaces the examples of a page that do not exist on the platform of the test. */
type ReplaceExamples = (command: string, tenant: Tenant) => Promise<string>;

const unchanged: ReplaceExamples = (command) => Promise.resolve(command);

const createMemory = async (tenant: Tenant): Promise<string> => {
  const body = { content: `Ada drinks tea ${randomUUID()}.`, tags: ['planning'] };
  return (await tenant.data('POST', '/api/v2/memories', body)).id;
};

/** Pages with commands, and what the commands need. */
const PAGES: Record<string, ReplaceExamples> = {
  'docs/reference/analysis.md': unchanged,
  // An earlier command of the page moves the artifact.
  'docs/reference/artifacts.md': async (command, tenant) => {
    const body = { path: '/notes/tea.md', content: '# Tea\n' };
    if (command.includes('-X DELETE')) await tenant.data('POST', '/api/v2/artifacts', body);
    return command;
  },
  // The range of a list has at most 366 days.
  'docs/reference/audit.md': async (command) =>
    command.replace(
      'from=2026-11-01',
      `from=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`,
    ),
  'docs/reference/authentication.md': unchanged,
  'docs/reference/context.md': unchanged,
  'docs/reference/documents.md': unchanged,
  'docs/reference/erasure.md': async (command, tenant) =>
    command.replaceAll('01a20170-2f33-7001-9a3f-1d2c3b4a5e6f', await tenant.createUser()),
  'docs/reference/http.md': async (command, tenant) => {
    const created = await tenant.call('POST', '/api/v2/memories', {
      content: `Ada prefers tea ${randomUUID()}.`,
    });
    return command
      .replace('$MEMORY_ID', created.body.data.id)
      .replace('"3-mq6l0xg1"', created.headers['etag']!)
      .replace('p1.AAAAAAAAAAMUAAAAAAAAAAmA5bG0dyyDLb0hA9MEzFGK', created.headers['x-loci-position']!);
  },
  'docs/reference/mcp-tools.md': unchanged,
  'docs/reference/memories.md': unchanged,
  'docs/reference/personality.md': unchanged,
  'docs/reference/relationships.md': unchanged,
  'docs/reference/search.md': async (command, tenant) =>
    command.replace('0199a0d0-5a4e-7a3c-9d55-0f6b7c8d9e10', await createMemory(tenant)),
  'docs/reference/secret-filter.md': unchanged,
  'docs/reference/suggestions.md': unchanged,
  'docs/reference/tags.md': unchanged,
  // The history of a tenant starts with its first memory.
  'docs/reference/time.md': async (command, tenant) => {
    await createMemory(tenant);
    return command.replace(/known_at=[^"]+/, `known_at=${new Date().toISOString()}`);
  },
  // The host of the example cannot be resolved.
  'docs/reference/webhooks.md': async (command) =>
    command.replace('https://hooks.example.com/loci', WEBHOOK_URL),
};

describe('the commands of the API reference', () => {
  const folder = createTemporaryFolder();
  let platform: TestPlatform;
  let user: BrowserUser | undefined;

  beforeAll(async () => {
    platform = await connectToPlatform(await openStandalonePlatform());
  }, 120_000);
  afterAll(async () => {
    await platform.close();
    folder.remove();
  });

  /** Runs commands in a folder with the file `report.pdf`. A response with an error status fails the command. */
  async function run(command: string, variables: Variables): Promise<string> {
    const cwd = mkdtempSync(join(folder.path, 'commands-'));
    writeFileSync(join(cwd, 'report.pdf'), REPORT);
    const env = { PATH: process.env['PATH'], ...variables };
    const script = `curl() { command curl --fail-with-body "$@"; }\n${command}`;
    return new Promise((resolve, reject) => {
      execFile('sh', ['-euc', script], { cwd, env }, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`A command failed:\n${command}\n${stdout}${stderr}`));
      });
    });
  }

  const postForm = async (path: string, fields: Variables): Promise<Json> => {
    const response = await fetch(new URL(path, platform.authUrl), {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    return response.json();
  };

  async function registerClient(): Promise<string> {
    const { body } = await platform.sendToAuthServer({
      method: 'POST',
      path: '/oauth/register',
      body: {
        client_name: 'App',
        redirect_uris: [REDIRECT_URI],
        grant_types: ['authorization_code', 'refresh_token', DEVICE_GRANT],
      },
    });
    return body.client_id;
  }

  /** Returns the user who approves clients. The first call creates the account. */
  async function signedUpUser({ tenantId }: Tenant): Promise<BrowserUser> {
    if (user !== undefined) return user;
    user = createBrowserUser([platform.authUrl, platform.portalUrl]);
    const { body } = await platform.sendToAuthServer({
      method: 'POST',
      path: '/admin/invitations',
      token: platform.adminToken,
      body: { tenant_id: tenantId, email: 'ada@example.com', role: 'owner' },
    });
    await user.signUp(body.data.invitation_url);
    return user;
  }

  /** Lets the user approve a client. Returns the variables of the request for tokens. */
  async function approveClient(tenant: Tenant) {
    const clientId = await registerClient();
    const verifier = randomBytes(32).toString('base64url');
    const url = new URL('/oauth/authorize', platform.authUrl);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      scope: 'read write offline_access',
      state: 'x',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString();
    const { redirectUrl } = await (await signedUpUser(tenant)).authorize(url.href);
    const code = new URL(redirectUrl).searchParams.get('code')!;
    return { CLIENT_ID: clientId, CODE: code, REDIRECT_URI, CODE_VERIFIER: verifier };
  }

  async function approveDevice(tenant: Tenant): Promise<Variables> {
    const clientId = await registerClient();
    const codes = await postForm('/oauth/device_authorization', { client_id: clientId });
    await (await signedUpUser(tenant)).authorizeDevice(codes.verification_uri_complete);
    return { CLIENT_ID: clientId, DEVICE_CODE: codes.device_code };
  }

  async function oauthRefreshToken(tenant: Tenant): Promise<Variables> {
    const approved = await approveClient(tenant);
    const tokens = await postForm('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: approved.CLIENT_ID,
      code: approved.CODE,
      redirect_uri: REDIRECT_URI,
      code_verifier: approved.CODE_VERIFIER,
    });
    return { CLIENT_ID: approved.CLIENT_ID, REFRESH_TOKEN: tokens.refresh_token };
  }

  /** Creates what the variables of a command refer to. */
  async function createVariables(command: string, tenant: Tenant): Promise<Variables> {
    const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
    const variables: Variables = {
      BASE_URL: platform.baseUrl,
      AUTH_URL: platform.authUrl,
      ADMIN_TOKEN: platform.adminToken,
      API_KEY: apiKey,
      TOKEN: tenant.token,
    };
    const relate = async (from: string, to: string): Promise<string> => {
      const body = { from_id: from, to_id: to, relationship_type: 'supports' };
      return (await tenant.data('POST', '/api/v2/relationships', body)).id;
    };
    const creators: Record<string, () => Promise<Variables>> = {
      MEMORY_ID: async () => ({ MEMORY_ID: await createMemory(tenant) }),
      A: async () => {
        const [a, b] = [await createMemory(tenant), await createMemory(tenant)];
        if (command.includes('/between?')) await relate(a, b);
        return { A: a, B: b };
      },
      RELATIONSHIP_ID: async () => ({
        RELATIONSHIP_ID: await relate(await createMemory(tenant), await createMemory(tenant)),
      }),
      CONTRADICTION_ID: async () => {
        const body = {
          source_memory_id: await createMemory(tenant),
          target_memory_id: await createMemory(tenant),
          contradiction_type: 'direct',
        };
        return { CONTRADICTION_ID: (await tenant.data('POST', '/api/v2/memories/contradictions', body)).id };
      },
      TRAIT_ID: async () => {
        const body = { content: 'Answer in one sentence.' };
        return { TRAIT_ID: (await tenant.data('POST', '/api/v2/personality/traits', body)).id };
      },
      WEBHOOK_ID: async () => {
        const body = { url: WEBHOOK_URL, event_types: ['memory.created'] };
        return { WEBHOOK_ID: (await tenant.data('POST', '/api/v2/webhooks', body)).id };
      },
      DOCUMENT_ID: async () => ({
        DOCUMENT_ID: await uploadDocument(tenant, `${randomUUID()}.txt`, `A text ${randomUUID()}.`),
      }),
      UPLOAD_ID: async () => {
        const resource = command.includes('/artifacts/') ? 'artifacts' : 'documents';
        return { UPLOAD_ID: await createUpload(tenant, resource, `A note ${randomUUID()}.`) };
      },
      UPLOAD: async () => ({ UPLOAD: await startUpload(tenant, 'documents', 'report.pdf', REPORT.length) }),
      TENANT_ID: async () => ({ TENANT_ID: (await platform.createTenant()).tenantId }),
      CODE: () => approveClient(tenant),
      DEVICE_CODE: () => approveDevice(tenant),
      REFRESH_TOKEN: async () => {
        if (command.includes('/oauth/')) return oauthRefreshToken(tenant);
        const { body } = await tenant.send({ method: 'POST', path: '/api/v2/auth/token', token: apiKey });
        return { REFRESH_TOKEN: body.data.refresh_token };
      },
      CLIENT_ID: async () => ({ CLIENT_ID: await registerClient() }),
    };
    const used = new Set([...command.matchAll(/\$([A-Z_]+)/g)].map(([, name]) => name!));
    for (const [name, create] of Object.entries(creators))
      if (used.has(name) && !(name in variables)) Object.assign(variables, await create());
    return variables;
  }

  test('of docs/reference/README.md store a memory and find it', async () => {
    const tenant = await platform.createTenant();
    const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
    const commands = documentedCommands('docs/reference/README.md', TEST)
      .join('')
      .replace('http://localhost:8080', platform.baseUrl)
      .replace('<your API key>', apiKey);
    const output = await run(commands, {});
    expect(output.match(/"content":"Ada prefers tea to coffee\."/g)).toHaveLength(2);
  });

  test.each(Object.entries(PAGES))(
    'of %s succeed',
    async (page, replaceExamples) => {
      const tenant = await platform.createTenant();
      for (const documented of documentedCommands(page, TEST)) {
        const command = await replaceExamples(documented, tenant);
        const output = await run(command, await createVariables(command, tenant));
        expect(output).not.toContain('"isError":true');
      }
    },
    60_000,
  );
});
