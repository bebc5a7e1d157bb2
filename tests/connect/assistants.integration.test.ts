import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { documentedToolCalls } from '../../infra/documentation/src/documented-commands.ts';
import type { ToolCall } from '../../infra/documentation/src/tool-calls.ts';
import { openStandalonePlatform } from '../e2e/open-standalone-platform.ts';
import type { PlatformAddress } from '../e2e/open-standalone-platform.ts';
import { openApiConnection } from '../support/api-connection.ts';
import type { ApiConnection } from '../support/api-connection.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { ALL_PERMISSIONS, createTenant } from '../support/tenants.ts';
import { startFakeModel } from './fake-model.ts';
import type { FakeModel } from './fake-model.ts';

const ROOT = join(import.meta.dirname, '../..');
const TEST = 'tests/connect/assistants.integration.test.ts';
const TOOLS = join(ROOT, 'infra/assistants');
const CLAUDE = join(TOOLS, 'node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs');
const CODEX = join(TOOLS, 'node_modules/@openai/codex/bin/codex.js');
/** Includes the installation of the assistants. */
const SETUP_TIMEOUT_MS = 600_000;
const TURN_TIMEOUT_MS = 120_000;

const folder = createTemporaryFolder();
let platform: PlatformAddress;
let admin: ApiConnection;
let gateway: ApiConnection;
let model: FakeModel;
let env: NodeJS.ProcessEnv;

/** Runs a script of Node.js in the project of the test, and returns its output. */
async function run(script: string, ...args: string[]): Promise<string> {
  const child = promisify(execFile)(process.execPath, [script, ...args], {
    env,
    cwd: join(folder.path, 'project'),
  });
  child.child.stdin!.end();
  const { stdout } = await child;
  return stdout;
}

const loci = (...args: string[]): Promise<string> => run(join(folder.path, 'package/loci.js'), ...args);

/** Returns the texts of all memories, when `text` is one of them. */
async function memoriesWith(text: string): Promise<string[]> {
  for (let attempt = 0; ; attempt += 1) {
    const { items } = JSON.parse(await loci('list', '--json')) as { items: { content: string }[] };
    const texts = items.map(({ content }) => content);
    if (texts.includes(text) || attempt === 60) return texts;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [
    join(ROOT, 'infra/setup/install-tools.mjs'),
    'infra/assistants',
    'Claude Code and Codex, 640 MB',
  ]);
  await promisify(execFile)(process.execPath, [join(ROOT, 'cli/build.mjs'), join(folder.path, 'package')]);
  platform = await openStandalonePlatform();
  gateway = openApiConnection(platform.baseUrl);
  admin = openApiConnection(platform.authUrl);
  const { adminToken, baseUrl } = platform;
  const tenant = await createTenant({ send: admin.send, adminToken, gateway: gateway.send, baseUrl });
  const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
  model = await startFakeModel();
  mkdirSync(join(folder.path, 'project'));
  mkdirSync(join(folder.path, '.codex'));
  writeFileSync(
    join(folder.path, '.codex/config.toml'),
    `model = "fake"\nmodel_provider = "fake"\n\n[model_providers.fake]\nname = "fake"\nbase_url = "${model.url}/v1"\nwire_api = "responses"\n`,
  );
  env = {
    PATH: process.env['PATH'],
    HOME: folder.path,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'not-a-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
  await loci('login', '--url', platform.baseUrl, '--api-key', apiKey);
  await loci('store', 'Ada prefers tea to coffee.');
  await loci('connect', 'claude-code', 'codex');
}, SETUP_TIMEOUT_MS);
afterAll(async () => {
  await model?.close();
  admin?.close();
  gateway?.close();
  await platform?.close();
  folder.remove();
});

test(
  'Claude Code connects to the server of its configuration',
  async () => {
    expect(await run(CLAUDE, 'mcp', 'get', 'loci')).toMatch(/Scope: User config.*\n.*Status: .* Connected/u);
  },
  TURN_TIMEOUT_MS,
);

test(
  'Codex reads the server of its configuration',
  async () => {
    const server = JSON.parse(await run(CODEX, 'mcp', 'get', 'loci', '--json')) as object;
    expect(server).toMatchObject({
      name: 'loci',
      enabled: true,
      transport: { type: 'stdio', args: [join(folder.path, 'package/loci.js'), 'mcp'] },
    });
  },
  TURN_TIMEOUT_MS,
);

test.each([
  ['Claude Code', 'What does Ada drink at noon?', (prompt: string) => run(CLAUDE, '-p', prompt)],
  [
    'Codex',
    'What does Ada drink in the evening?',
    (prompt: string) =>
      run(CODEX, 'exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', prompt),
  ],
])(
  'hooks of %s add the context to a prompt, and store the prompt without the context',
  async (_name, prompt, ask) => {
    const before = model.prompts.length;
    expect(await ask(prompt)).toContain('Noted.');
    const sent = model.prompts.slice(before).find((body) => body.includes(prompt))!;
    expect(sent).toContain('<loci_context>');
    expect(sent).toContain('Ada prefers tea to coffee.');
    const texts = await memoriesWith(prompt);
    expect(texts.filter((text) => text === prompt)).toHaveLength(1);
    expect(texts.filter((text) => text.includes('loci_context'))).toEqual([]);
  },
  TURN_TIMEOUT_MS,
);

test(
  'an import of the transcripts creates none of the stored messages again',
  async () => {
    for (const path of ['.claude/projects', '.codex/sessions']) {
      const report = JSON.parse(await loci('import', join(folder.path, path), '--json')) as object;
      expect(report).toMatchObject({ existingMemories: 1 });
    }
  },
  TURN_TIMEOUT_MS,
);

test(
  'after loci connect --remove, the assistants have no server and no hooks',
  async () => {
    await loci('connect', 'claude-code', 'codex', '--remove');
    await expect(run(CLAUDE, 'mcp', 'get', 'loci')).rejects.toThrow('No MCP server');
    await expect(run(CODEX, 'mcp', 'get', 'loci')).rejects.toThrow('No MCP server');
    expect(existsSync(join(folder.path, '.codex/hooks.json'))).toBe(false);
  },
  TURN_TIMEOUT_MS,
);

test(
  'Claude Code has the commands of docs/connect-an-assistant.md',
  async () => {
    const [add, login] = documentedToolCalls('docs/connect-an-assistant.md', TEST) as [ToolCall, ToolCall];
    expect([add.tool, login.tool]).toEqual(['claude', 'claude']);
    const address = `${platform.baseUrl}/mcp`;
    await run(CLAUDE, ...add.args.map((each) => (each === 'http://localhost:8080/mcp' ? address : each)));
    expect(await run(CLAUDE, 'mcp', 'get', 'loci')).toContain(address);
    // The sign-in needs access to the client metadata document on claude.ai.
    expect(await run(CLAUDE, ...login.args, '--help')).toContain('claude mcp login');
  },
  TURN_TIMEOUT_MS,
);
