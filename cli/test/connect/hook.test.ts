import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { HookLog } from '../../src/capture/hook-log.ts';
import { ProfileStore } from '../../src/loci/credentials/profile-store.ts';
import { API_KEY, errorResponse, sampleMemory, startFakeServer, success } from '../loci/fake-server.ts';
import type { FakeServer } from '../loci/fake-server.ts';
import { createTestMachine } from '../loci/run-command.ts';
import type { CommandResult, RunOptions, TestMachine } from '../loci/run-command.ts';

const CONTEXT = '<loci_context>\n<memories>\n- 2026-05-01: Ada prefers tea.\n</memories>\n</loci_context>';
// Assembled, because scanners of repositories report literals that look like keys.
const SECRET = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_');

let machine: TestMachine;
let server: FakeServer;
/** Processes that were started, with their standard input. */
let started: { args: readonly string[]; input: string }[];

beforeEach(async () => {
  machine = createTestMachine();
  server = await startFakeServer();
  started = [];
  server.handle = ({ method, path }) => {
    if (path === '/api/v2/context') return success({ text: CONTEXT, tokens: 20 });
    if (method === 'POST' && path === '/api/v2/memories') return { ...success(sampleMemory()), status: 201 };
    return undefined;
  };
});
afterEach(async () => {
  machine.remove();
  await server.close();
});

const home = (name: string): string => join(machine.home, name);
const log = (): string => {
  const path = home('.local/state/loci/hooks.log');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

async function runHook(
  args: string[],
  input: object | string,
  options: RunOptions = {},
): Promise<CommandResult> {
  return machine.run(['hook', ...args], {
    env: { LOCI_API_KEY: API_KEY, LOCI_URL: server.url },
    input: typeof input === 'string' ? input : JSON.stringify(input),
    startDetached: (words, text) => {
      started.push({ args: words, input: text });
      return Promise.resolve();
    },
    ...options,
  });
}

/** Runs the hook at the end of a turn, and the process that it starts. */
async function store(assistant: string, input: object, options: RunOptions = {}): Promise<void> {
  await runHook([assistant, 'store'], input, options);
  const next = started.pop()!;
  await runHook(next.args.slice(1), next.input, options);
}

const bodies = (path: string): Record<string, unknown>[] =>
  server.requests
    .filter((request) => request.method === 'POST' && request.path === path)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const stored = (): unknown[] => bodies('/api/v2/memories').map(({ content }) => content);

const TRANSCRIPT = '.claude/projects/-home-ada/s1.jsonl';
const line = (uuid: string, content: unknown, changes: object = {}): string =>
  `${JSON.stringify({ type: 'user', sessionId: 's1', uuid, cwd: '/home/ada', timestamp: new Date().toISOString(), message: { role: 'user', content }, ...changes })}\n`;

function append(text: string, name = TRANSCRIPT): string {
  mkdirSync(dirname(home(name)), { recursive: true });
  appendFileSync(home(name), text);
  return home(name);
}

describe('loci hook recall', () => {
  test.each([
    ['claude-code', 'UserPromptSubmit'],
    ['codex', 'UserPromptSubmit'],
    ['gemini-cli', 'BeforeAgent'],
  ])('prints the context in the output format of %s', async (assistant, event) => {
    const input = { session_id: 's1', hook_event_name: event, prompt: 'What does Ada drink?' };
    const { exitCode, stdout, stderr } = await runHook([assistant, 'recall'], input);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      hookSpecificOutput: { hookEventName: event, additionalContext: CONTEXT },
    });
    expect(bodies('/api/v2/context')).toEqual([{ query: 'What does Ada drink?', max_tokens: 800 }]);
  });

  test('requests at most the number of tokens of the option', async () => {
    await runHook(['claude-code', 'recall', '--tokens', '300'], { prompt: 'tea' });
    expect(bodies('/api/v2/context')).toEqual([{ query: 'tea', max_tokens: 300 }]);
  });

  test('sends neither secrets, earlier contexts nor more than 4,000 characters', async () => {
    await runHook(['claude-code', 'recall'], {
      prompt: `${CONTEXT} My key is ${SECRET} ${'x'.repeat(9_000)}`,
    });
    const [{ query }] = bodies('/api/v2/context') as [{ query: string }];
    expect(query).toMatch(/^My key is \[redacted:github-token\] x+$/u);
    expect(query).toHaveLength(4_000);
  });

  test.each(['/clear', '/review now', ' ', CONTEXT])('requests nothing for the prompt %j', async (prompt) => {
    expect(await runHook(['claude-code', 'recall'], { prompt })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
    expect(bodies('/api/v2/context')).toEqual([]);
  });

  test('prints nothing if nothing was found', async () => {
    server.handle = () => success({ text: '', tokens: 0 });
    expect((await runHook(['claude-code', 'recall'], { prompt: 'tea' })).stdout).toBe('');
  });

  test('ends within its deadline if the server does not respond', async () => {
    const { url } = server;
    const silent = (await import('node:net')).createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const startedAt = Date.now();
    const result = await runHook(
      ['claude-code', 'recall'],
      { prompt: 'tea' },
      {
        env: { LOCI_API_KEY: API_KEY, LOCI_URL: url.replace(/\d+$/u, String(port)) },
      },
    );
    expect(result).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(Date.now() - startedAt).toBeLessThan(4_000);
    expect(log()).toContain('claude-code recall: ');
    silent.close();
  });

  test('ends within its deadline if the assistant does not close the input', async () => {
    const startedAt = Date.now();
    const result = await runHook(['claude-code', 'recall'], '', { stdin: new PassThrough() });
    expect(result).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(Date.now() - startedAt).toBeLessThan(4_000);
  });

  test.each([
    ['an error of the server', {}, () => errorResponse(500, 'SYS_INTERNAL', 'Failed.')],
    ['a missing sign-in', { LOCI_API_KEY: '' }, undefined],
  ])('exits with 0 after %s, and logs it without the prompt', async (_name, env, handle) => {
    if (handle !== undefined) server.handle = handle;
    const options = { env: { LOCI_API_KEY: API_KEY, LOCI_URL: server.url, ...env } };
    const result = await runHook(['claude-code', 'recall'], { prompt: 'private words' }, options);
    expect(result).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(log()).toContain('claude-code recall: ');
    expect(log()).not.toContain('private');
    expect(statSync(home('.local/state/loci/hooks.log')).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['no JSON', ['claude-code', 'recall'], '{'],
    ['no object', ['claude-code', 'recall'], '[]'],
    ['an unknown action', ['claude-code', 'erase'], '{}'],
    ['an unknown assistant', ['eliza', 'recall'], '{}'],
    ['an option of a later version', ['claude-code', 'recall', '--later', 'x'], '{"prompt": "tea"}'],
    ['a missing value', ['claude-code', 'recall', '--tokens'], '{}'],
    ['missing arguments', [], '{}'],
  ])('exits with 0 for %s, because assistants block the prompt otherwise', async (_name, args, input) => {
    expect((await runHook(args, input)).exitCode).toBe(0);
  });

  test('lets another process renew an expired sign-in, and uses the new token', async () => {
    const profiles = new ProfileStore(home('config'));
    const credential = (value: string, expiresAt: number) => ({
      kind: 'api-key' as const,
      apiKey: API_KEY,
      accessToken: { value, expiresAt },
    });
    await profiles.update('default', () => ({ url: server.url, credential: credential('old', 0) }));
    const { stdout } = await runHook(
      ['claude-code', 'recall'],
      { prompt: 'tea' },
      {
        env: {},
        startDetached: async (args) => {
          expect(args).toEqual(['hook', 'claude-code', 'renew']);
          await machine.run([...args]);
        },
      },
    );
    expect(stdout).toContain('additionalContext');
    expect(server.requests.at(-1)!.headers.authorization).toBe('Bearer token-1');
    expect((await profiles.get('default'))!.credential).toMatchObject({ accessToken: { value: 'token-1' } });
  });
});

describe('loci hook store', () => {
  test('starts a process with the profile, and sends nothing itself', async () => {
    const input = { session_id: 's1', transcript_path: '/t.jsonl', last_assistant_message: 'long' };
    const result = await runHook(['claude-code', 'store', '--profile', 'work'], input);
    expect(result).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(started).toEqual([
      {
        args: ['hook', 'claude-code', 'capture', '--profile', 'work'],
        input: '{"transcript_path":"/t.jsonl"}',
      },
    ]);
    expect(server.requests).toEqual([]);
  });

  test('stores the messages of the user in a transcript of Claude Code', async () => {
    const path = append(
      line('u1', 'Ada prefers tea.') +
        line('u2', [{ type: 'text', text: 'Noted.' }], { type: 'assistant' }) +
        line('u3', '<command-name>/clear</command-name>'),
    );
    await store('claude-code', { session_id: 's1', transcript_path: path });
    expect(bodies('/api/v2/memories')).toEqual([
      expect.objectContaining({
        content: 'Ada prefers tea.',
        memory_type: 'conversation',
        metadata: expect.objectContaining({
          conversation_id: 'claude-code:s1',
          import: expect.objectContaining({ format: 'claude-code', id: 'u1' }),
        }),
      }),
    ]);
    expect(log()).toBe('');
  });

  test('stores only what was added since the last turn, with one idempotency key per message', async () => {
    const input = { transcript_path: append(line('u1', 'One.')) };
    await store('claude-code', input);
    await store('claude-code', input);
    append(line('u2', 'Two.'));
    await store('claude-code', input);
    expect(stored()).toEqual(['One.', 'Two.']);
    const keys = server.requests.flatMap(({ path, headers }) =>
      path === '/api/v2/memories' ? [headers['idempotency-key']] : [],
    );
    expect(new Set(keys).size).toBe(2);
    expect(keys.every((key) => /^capture-[0-9a-f]{32}$/u.test(String(key)))).toBe(true);
  });

  test('waits for the end of a line that is being written', async () => {
    const text = line('u1', 'One.');
    const input = { transcript_path: append(text.slice(0, 40)) };
    await store('claude-code', input);
    expect(stored()).toEqual([]);
    append(text.slice(40));
    await store('claude-code', input);
    expect(stored()).toEqual(['One.']);
  });

  test('two processes that capture a transcript at the same time store each message once', async () => {
    const input = { transcript_path: append(line('u1', 'One.') + line('u2', 'Two.')) };
    await Promise.all([1, 2, 3].map(() => runHook(['claude-code', 'capture'], input)));
    expect(stored()).toEqual(['One.', 'Two.']);
  });

  test('repeats a message that the server did not accept, with the same idempotency key', async () => {
    const { handle } = server;
    const input = { transcript_path: append(line('u1', 'One.') + line('u2', 'Two.')) };
    server.handle = (request) =>
      request.body.includes('Two.') ? errorResponse(403, 'AUTH_FORBIDDEN', 'No.') : handle(request);
    await store('claude-code', input);
    expect(log()).toContain('claude-code capture: ');
    server.handle = handle;
    await store('claude-code', input);
    expect(stored()).toEqual(['One.', 'Two.', 'Two.']);
    const keys = server.requests
      .filter(({ body }) => body.includes('Two.'))
      .map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  test('skips a message that the server rejects, and stores the next ones', async () => {
    const { handle } = server;
    server.handle = (request) =>
      request.body.includes('One.') ? errorResponse(422, 'VAL_FIELD_INVALID', 'Invalid.') : handle(request);
    const input = { transcript_path: append(line('u1', 'One.') + line('u2', 'Two.')) };
    await store('claude-code', input);
    await store('claude-code', input);
    expect(stored()).toEqual(['One.', 'Two.']);
    expect(log()).toContain('A message was not stored: Invalid.');
  });

  test('stores no text that Loci added: contexts of hooks and results of tools', async () => {
    const path = append(
      line('u1', `${CONTEXT}\nI want coffee.`) +
        line('u2', CONTEXT) +
        line('u3', `<loci_context>\ncut off`) +
        line('u4', [{ type: 'tool_result', tool_use_id: 't', content: 'Ada prefers tea.' }]) +
        line('u5', 'x', { type: 'attachment', attachment: { type: 'hook_success', content: CONTEXT } }),
    );
    await store('claude-code', { transcript_path: path });
    expect(stored()).toEqual(['I want coffee.']);
  });

  test('replaces secrets before a message leaves the machine', async () => {
    await store('claude-code', { transcript_path: append(line('u1', `My key is ${SECRET}.`)) });
    expect(stored()).toEqual(['My key is [redacted:github-token].']);
    expect(server.requests.some(({ body }) => body.includes(SECRET))).toBe(false);
  });

  test('does not store messages that are older than the first turn with hooks', async () => {
    const path = append(line('u0', 'Old.', { timestamp: new Date(Date.now() - 3_600_000).toISOString() }));
    await runHook(['claude-code', 'recall'], { transcript_path: path, prompt: 'New.' });
    append(line('u1', 'New.'));
    await store('claude-code', { transcript_path: path });
    expect(stored()).toEqual(['New.']);
  });

  test('starts at the beginning of a transcript that was replaced', async () => {
    const path = append(line('u1', 'A message that is long.'));
    await store('claude-code', { transcript_path: path });
    writeFileSync(path, line('u2', 'Short.'));
    await store('claude-code', { transcript_path: path });
    expect(stored()).toEqual(['A message that is long.', 'Short.']);
  });

  test('reads no file outside of the folder with the transcripts of the assistant', async () => {
    const outside = append(line('u1', 'Outside.'), 'other/s1.jsonl');
    append(line('u2', 'Inside.'));
    symlinkSync(outside, home('.claude/projects/-home-ada/link.jsonl'));
    const other = append('x', '.claude/projects/notes.txt');
    for (const path of [
      outside,
      home('.claude/projects/-home-ada/link.jsonl'),
      home('.claude/projects/../../other/s1.jsonl'),
      other,
    ])
      await store('claude-code', { transcript_path: path });
    expect(stored()).toEqual([]);
    expect(log().match(/is not a transcript of the assistant/gu)).toHaveLength(4);
  });

  test('stores the messages of a transcript of Codex like an import', async () => {
    const record = (payload: object, type = 'response_item'): string =>
      `${JSON.stringify({ timestamp: new Date().toISOString(), type, payload })}\n`;
    const message = (role: string, text: string): string =>
      record({ type: 'message', role, content: [{ type: 'input_text', text }] });
    const name = '.codex/sessions/2026/11/24/rollout-1.jsonl';
    append(record({ id: 's1', cwd: '/home/ada' }, 'session_meta') + message('user', 'One.'), name);
    const input = { session_id: 's1', transcript_path: home(name) };
    await store('codex', input);
    append(
      message('assistant', 'Noted.') + message('user', `${CONTEXT}Two.`) + message('user', CONTEXT),
      name,
    );
    await store('codex', input);
    expect(stored()).toEqual(['One.', 'Two.']);
    expect(bodies('/api/v2/memories').map(({ metadata }) => metadata)).toEqual([
      expect.objectContaining({ project: '/home/ada', import: expect.objectContaining({ id: 's1/2' }) }),
      expect.objectContaining({ project: '/home/ada', import: expect.objectContaining({ id: 's1/4' }) }),
    ]);
  });

  test('stores the prompt in the input of Gemini CLI, once per session', async () => {
    const input = {
      session_id: 's1',
      cwd: '/a',
      timestamp: '2026-11-24T00:00:00Z',
      prompt: `Use ${SECRET}.`,
    };
    await store('gemini-cli', input);
    await store('gemini-cli', { ...input, timestamp: '2026-11-24T00:00:05Z' });
    const keys = server.requests.flatMap(({ path, headers }) =>
      path === '/api/v2/memories' ? [headers['idempotency-key']] : [],
    );
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect(bodies('/api/v2/memories')[0]).toMatchObject({
      content: 'Use [redacted:github-token].',
      metadata: { conversation_id: 'gemini-cli:s1', project: '/a' },
    });
  });

  test('stores the prompt in the input of Cursor, and lets Cursor continue', async () => {
    const input = {
      conversation_id: 'c1',
      generation_id: 'g1',
      hook_event_name: 'beforeSubmitPrompt',
      workspace_roots: ['/a'],
      prompt: `${CONTEXT}Tea, please.`,
    };
    const { stdout } = await runHook(['cursor', 'store'], input);
    expect(JSON.parse(stdout)).toEqual({ continue: true });
    await runHook(started[0]!.args.slice(1), started[0]!.input);
    await store('cursor', { ...input, prompt: CONTEXT });
    expect(bodies('/api/v2/memories')).toEqual([
      expect.objectContaining({
        content: 'Tea, please.',
        metadata: expect.objectContaining({
          conversation_id: 'cursor:c1',
          project: '/a',
          import: expect.objectContaining({ id: 'c1/g1' }),
        }),
      }),
    ]);
  });

  test('stores nothing without a transcript', async () => {
    await store('claude-code', { session_id: 's1' });
    await store('claude-code', { transcript_path: home('.claude/projects/missing.jsonl') });
    expect(stored()).toEqual([]);
    expect(log()).toBe('');
  });
});

describe('HookLog', () => {
  test('keeps at most two files of limited size', () => {
    const hookLog = new HookLog(machine.home);
    for (let index = 0; index < 1_000; index += 1) hookLog.write('test', `${index} ${'x'.repeat(2_000)}`);
    for (const name of ['hooks.log', 'hooks.log.1']) expect(statSync(home(name)).size).toBeLessThan(265_000);
    expect(readFileSync(home('hooks.log'), 'utf8')).toContain('test: 999 ');
  });
});
