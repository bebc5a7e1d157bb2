import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ProfileStore } from '../../src/loci/credentials/profile-store.ts';
import { createTestMachine } from '../loci/run-command.ts';
import type { CommandResult, TestMachine } from '../loci/run-command.ts';

let machine: TestMachine;
beforeEach(() => {
  machine = createTestMachine();
});
afterEach(() => machine.remove());

const pathOf = (name: string): string => join(machine.home, name);
const read = (name: string): string => readFileSync(pathOf(name), 'utf8');
const parse = (name: string): unknown => JSON.parse(read(name));

function write(name: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(pathOf(name)), { recursive: true });
  writeFileSync(pathOf(name), content);
  chmodSync(pathOf(name), mode);
}

/** Runs the command with the default folder for settings, and a profile for a server. */
async function connect(...args: string[]): Promise<CommandResult> {
  const store = new ProfileStore(pathOf('.config/loci'));
  await store.update('default', () => ({ url: 'http://localhost:8080' }));
  return machine.run(['connect', ...args], { env: { LOCI_CONFIG_DIR: '' } });
}

const SERVER = { command: '/usr/bin/node', args: ['/opt/loci/loci.js', 'mcp'] };
const hook = (assistant: string, action: string): string =>
  `/usr/bin/node /opt/loci/loci.js hook ${assistant} ${action}`;

/** Assistants with the files that `connect` writes on Linux, the field of the entry, and its fields for HTTP. */
const FILES: [string, string, string, object, object | null][] = [
  ['claude-code', '.claude.json', 'mcpServers', { type: 'stdio', ...SERVER, env: {} }, { type: 'http' }],
  ['claude-desktop', '.config/Claude/claude_desktop_config.json', 'mcpServers', SERVER, null],
  ['cursor', '.cursor/mcp.json', 'mcpServers', SERVER, {}],
  ['vs-code', '.config/Code/User/mcp.json', 'servers', { type: 'stdio', ...SERVER }, { type: 'http' }],
  ['windsurf', '.codeium/windsurf/mcp_config.json', 'mcpServers', SERVER, {}],
  ['gemini-cli', '.gemini/settings.json', 'mcpServers', SERVER, {}],
];
const URL_FIELDS: Record<string, string> = { windsurf: 'serverUrl', 'gemini-cli': 'httpUrl' };

describe('loci connect', () => {
  test.each(FILES)('adds the server to the configuration of %s', async (name, file, field, entry) => {
    const { exitCode, stderr } = await connect(name);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(parse(file)).toMatchObject({ [field]: { loci: entry } });
    expect(statSync(pathOf(file)).mode & 0o777).toBe(0o600);
  });

  test.each(FILES.filter(([, , , , http]) => http !== null))(
    'adds the address of the endpoint to the configuration of %s with --oauth',
    async (name, file, field, _entry, http) => {
      await connect(name);
      expect((await connect(name, '--oauth', '--no-capture')).exitCode).toBe(0);
      const url = { [URL_FIELDS[name] ?? 'url']: 'http://localhost:8080/mcp' };
      expect(parse(file)).toEqual({ [field]: { loci: { ...http, ...url } } });
    },
  );

  test('rejects --oauth for an assistant that can only start processes', async () => {
    const { exitCode, stderr } = await connect('claude-desktop', '--oauth');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: 'error: Claude Desktop cannot connect over HTTP. Run the command without --oauth.\n',
    });
  });

  test('adds the server to the TOML file of Codex, and keeps the other lines', async () => {
    const original =
      '# mine\nmodel = "gpt-5" # fast\n\n[mcp_servers.other]\ncommand = "x"\n\n[projects."/a"]\nn = 1';
    write('.codex/config.toml', original);
    await connect('codex');
    expect(read('.codex/config.toml')).toBe(
      `${original}\n\n[mcp_servers.loci]\ncommand = "/usr/bin/node"\nargs = [ "/opt/loci/loci.js", "mcp" ]\n`,
    );
    await connect('codex', '--remove');
    expect(read('.codex/config.toml')).toBe(original);
  });

  test('removes only its tables from a TOML file that was changed later', async () => {
    await connect('codex');
    const added =
      '\n[mcp_servers.loci.tools.store]\napproval_mode = "approve"\n\n# next\n[projects."/a"]\nn = 1\n';
    write('.codex/config.toml', `model = "gpt-5"\n\n${read('.codex/config.toml')}${added}`);
    await connect('codex', '--remove');
    expect(read('.codex/config.toml')).toBe('model = "gpt-5"\n\n# next\n[projects."/a"]\nn = 1\n');
  });

  test('keeps fields of the user in an entry of Codex', async () => {
    write('.codex/config.toml', '[mcp_servers.loci]\nurl = "http://localhost:1/mcp"\nenabled = false\n');
    await connect('codex');
    expect(read('.codex/config.toml')).toBe(
      '[mcp_servers.loci]\nenabled = false\ncommand = "/usr/bin/node"\nargs = [ "/opt/loci/loci.js", "mcp" ]\n',
    );
  });

  test('does not change a TOML file whose servers have a form that cannot be edited', async () => {
    const original = 'mcp_servers = { other = { command = "x" } }\n';
    write('.codex/config.toml', original);
    const { exitCode, stderr } = await connect('codex');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('in a form that cannot be changed automatically');
    expect(read('.codex/config.toml')).toBe(original);
    expect(existsSync(pathOf('.codex/hooks.json'))).toBe(false);
  });

  test('installs hooks, and keeps hooks of other programs', async () => {
    const other = { hooks: [{ type: 'command', command: 'other' }] };
    write('.claude/settings.json', JSON.stringify({ hooks: { Stop: [other] } }));
    await connect('claude-code', '--tokens', '500');
    const group = (command: string): object => ({ hooks: [{ type: 'command', command, timeout: 10 }] });
    expect(parse('.claude/settings.json')).toEqual({
      hooks: {
        Stop: [other, group(hook('claude-code', 'store'))],
        UserPromptSubmit: [group(`${hook('claude-code', 'recall')} --tokens 500`)],
        SessionEnd: [group(hook('claude-code', 'store'))],
      },
    });
    await connect('claude-code', '--no-capture');
    expect(parse('.claude/settings.json')).toEqual({ hooks: { Stop: [other] } });
  });

  test.each([
    ['codex', '.codex/hooks.json', { UserPromptSubmit: 'recall', Stop: 'store' }],
    ['gemini-cli', '.gemini/settings.json', { BeforeAgent: 'recall', AfterAgent: 'store' }],
  ])('installs the hooks of %s', async (name, file, events) => {
    await connect(name);
    for (const [event, action] of Object.entries(events))
      expect(parse(file)).toMatchObject({
        hooks: { [event]: [{ hooks: [{ command: hook(name, action) }] }] },
      });
  });

  test('installs the hook of Cursor in a list without groups, and keeps the others', async () => {
    write(
      '.cursor/hooks.json',
      '{ "version": 1, "hooks": { "beforeSubmitPrompt": [{ "command": "other" }] } }',
    );
    await connect('cursor');
    await connect('cursor');
    expect(parse('.cursor/hooks.json')).toEqual({
      version: 1,
      hooks: { beforeSubmitPrompt: [{ command: 'other' }, { command: hook('cursor', 'store') }] },
    });
    await connect('cursor', '--no-capture');
    expect(parse('.cursor/hooks.json')).toEqual({
      version: 1,
      hooks: { beforeSubmitPrompt: [{ command: 'other' }] },
    });
  });

  test('creates the file with the hook of Cursor with a version, and deletes it with --remove', async () => {
    await connect('cursor');
    expect(parse('.cursor/hooks.json')).toMatchObject({ version: 1 });
    await connect('cursor', '--remove');
    expect(existsSync(pathOf('.cursor/hooks.json'))).toBe(false);
  });

  test('replaces the hooks of an earlier version without repeating them', async () => {
    await connect('claude-code');
    write('.claude/settings.json', read('.claude/settings.json').replaceAll('/opt/loci/', '/old/'));
    await connect('claude-code');
    expect(read('.claude/settings.json')).not.toContain('/old/');
    expect(read('.claude/settings.json').match(/hook claude-code/gu)).toHaveLength(3);
  });

  test('keeps comments, indentation, line ends and the mode of a file', async () => {
    const original =
      '\uFEFF{\r\n\t// mine\r\n\t"servers": {\r\n\t\t"other": { "url": "x" } // last\r\n\t}\r\n}\r\n';
    write('.config/Code/User/mcp.json', original, 0o640);
    await connect('vs-code');
    const content = read('.config/Code/User/mcp.json');
    expect(content).toContain(
      '\uFEFF{\r\n\t// mine\r\n\t"servers": {\r\n\t\t"other": { "url": "x" }, // last\r\n',
    );
    expect(content).toContain('\r\n\t\t"loci": {\r\n\t\t\t"type": "stdio"');
    expect(content.replaceAll('\r\n', '')).not.toContain('\n');
    expect(statSync(pathOf('.config/Code/User/mcp.json')).mode & 0o777).toBe(0o640);
    expect(read('.config/Code/User/mcp.json.loci-backup')).toBe(original);
    expect(statSync(pathOf('.config/Code/User/mcp.json.loci-backup')).mode & 0o777).toBe(0o640);
  });

  test.each([
    ['{"a": [1]}', '{"a": [1],\n  "mcpServers": {\n'],
    ['{\n    "a": 1, // last\n}', '{\n    "a": 1, // last\n    "mcpServers": {\n        "loci": {\n'],
    ['{\n  "mcpServers": { }\n}', '{\n  "mcpServers": {\n    "loci": {\n'],
    ['{\n  "mcpServers": {"x": {}}\n}', '{\n  "mcpServers": {"x": {},\n    "loci": {\n'],
    ['// only a comment\n{}\n', '// only a comment\n{\n  "mcpServers": {\n'],
  ])('keeps the existing lines of %j', async (original, start) => {
    write('.cursor/mcp.json', original);
    await connect('cursor');
    expect(read('.cursor/mcp.json').slice(0, start.length)).toBe(start);
    expect((await connect('cursor')).stdout).toContain('unchanged');
    await connect('cursor', '--remove');
    expect(read('.cursor/mcp.json')).toBe(original);
  });

  test('changes nothing when it is repeated', async () => {
    write('.claude.json', '{\n  "numStartups": 1\n}\n');
    await connect('claude-code', 'codex', 'gemini-cli');
    const before = statSync(pathOf('.claude.json')).mtimeMs;
    const { stdout } = await connect('claude-code', 'codex', 'gemini-cli', '--json');
    const results = JSON.parse(stdout) as { files: { change: string; lines: string[] }[] }[];
    expect(new Set(results.flatMap(({ files }) => files.map(({ change }) => change)))).toEqual(
      new Set(['unchanged']),
    );
    expect(statSync(pathOf('.claude.json')).mtimeMs).toBe(before);
    expect(read('.claude.json.loci-backup')).toBe('{\n  "numStartups": 1\n}\n');
  });

  test('keeps the backup of the content without Loci when it updates its settings', async () => {
    write('.cursor/mcp.json', '{ "mcpServers": {} }\n');
    await connect('cursor');
    await connect('cursor', '--oauth');
    expect(read('.cursor/mcp.json.loci-backup')).toBe('{ "mcpServers": {} }\n');
  });

  test('with --remove restores the bytes of the files, and deletes the files that it created', async () => {
    const original = '{"mcpServers":{"other":{"command":"x"}},\n"a":1}';
    write('.claude.json', original);
    await connect('claude-code', 'codex', 'gemini-cli');
    const { exitCode } = await connect('claude-code', 'codex', 'gemini-cli', '--remove');
    expect(exitCode).toBe(0);
    expect(read('.claude.json')).toBe(original);
    for (const file of [
      '.claude.json.loci-backup',
      '.claude/settings.json',
      '.codex/config.toml',
      '.codex/hooks.json',
      '.gemini/settings.json',
    ])
      expect([file, existsSync(pathOf(file))]).toEqual([file, false]);
  });

  test('with --remove keeps what was added to the file later', async () => {
    write('.claude/settings.json', '{}');
    await connect('claude-code');
    const settings = parse('.claude/settings.json') as { hooks: Record<string, unknown[]> };
    settings.hooks['Stop']!.unshift({ hooks: [{ type: 'command', command: 'other' }] });
    write('.claude/settings.json', JSON.stringify({ ...settings, model: 'opus' }));
    await connect('claude-code', '--remove');
    expect(parse('.claude/settings.json')).toEqual({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'other' }] }] },
      model: 'opus',
    });
  });

  test.each([
    ['{"a": 1, "mcpServers": {"loci": ENTRY}}', '{"a": 1}'],
    ['{"mcpServers": {"loci": ENTRY}, "a": 1}', '{ "a": 1}'],
    ['{"x": 1, // one\n"mcpServers": {"loci": ENTRY} }', '{"x": 1 // one\n }'],
    ['{"mcpServers": {"x": 1,"loci":ENTRY}}', '{"mcpServers": {"x": 1}}'],
    [
      '{\n  // one\n  "mcpServers": {\n    "x": 1, // two\n    "loci": ENTRY // three\n  }\n}',
      '{\n  // one\n  "mcpServers": {\n    "x": 1 // two // three\n  }\n}',
    ],
    [
      '{\n  "mcpServers": {\n    "loci": ENTRY,\n    "x": 1,\n  }\n}',
      '{\n  "mcpServers": {\n    "x": 1,\n  }\n}',
    ],
    ['{\n  "a": 1,\n  "mcpServers": {\n    "loci": ENTRY,\n  },\n}', '{\n  "a": 1,\n}'],
  ])('with --remove changes %j to %j', async (content, expected) => {
    write('.cursor/mcp.json', content.replace('ENTRY', JSON.stringify(SERVER)));
    await connect('cursor', '--remove');
    expect(read('.cursor/mcp.json')).toBe(expected);
  });

  test('with --remove keeps an entry that it did not create', async () => {
    const original = '{ "mcpServers": { "loci": { "command": "my-server", "args": ["mcp"] } } }';
    write('.cursor/mcp.json', original);
    const { stdout } = await connect('cursor', '--remove');
    expect(stdout).toContain('unchanged');
    expect(read('.cursor/mcp.json')).toBe(original);
  });

  test.each([
    [
      '.claude.json',
      'claude-code',
      '{\n  "a": 1,\n  b\n}',
      '.claude.json:3:3 is not valid JSON (InvalidSymbol)',
    ],
    ['.cursor/mcp.json', 'cursor', '[]', 'does not contain a JSON object'],
    ['.cursor/mcp.json', 'cursor', '{"mcpServers": 1}', '"mcpServers" is not an object'],
    ['.claude/settings.json', 'claude-code', '{"hooks": {"Stop": {}}}', '"hooks.Stop" is not an array'],
    ['.codex/config.toml', 'codex', 'a = 1\nb = = 2\n', 'config.toml:2:5 is not valid TOML'],
    ['.codex/config.toml', 'codex', 'mcp_servers = 1\n', '"mcp_servers" is not a table'],
  ])('does not change an invalid file: %s of %s with %j', async (file, name, content, message) => {
    write(file, content);
    const { exitCode, stderr } = await connect(name);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(read(file)).toBe(content);
    expect(existsSync(pathOf(`${file}.loci-backup`))).toBe(false);
    // No other file of the assistant is changed either.
    if (file !== '.claude.json') expect(existsSync(pathOf('.claude.json'))).toBe(false);
  });

  test('does not change a file that is not UTF-8', async () => {
    mkdirSync(pathOf('.cursor'));
    const bytes = Buffer.concat([Buffer.from('{"a": "'), Buffer.from([0xe9]), Buffer.from('"}')]);
    writeFileSync(pathOf('.cursor/mcp.json'), bytes);
    const { stderr } = await connect('cursor');
    expect(stderr).toContain('is not UTF-8');
    expect(readFileSync(pathOf('.cursor/mcp.json')).equals(bytes)).toBe(true);
  });

  test('configures the other assistants if one has an invalid file', async () => {
    write('.cursor/mcp.json', '{');
    const { exitCode } = await connect('cursor', 'windsurf');
    expect(exitCode).toBe(2);
    expect(parse('.codeium/windsurf/mcp_config.json')).toMatchObject({ mcpServers: { loci: SERVER } });
  });

  test('follows a symbolic link, and keeps it', async () => {
    write('dotfiles/mcp.json', '{}');
    mkdirSync(pathOf('.cursor'));
    symlinkSync(pathOf('dotfiles/mcp.json'), pathOf('.cursor/mcp.json'));
    await connect('cursor');
    expect(lstatSync(pathOf('.cursor/mcp.json')).isSymbolicLink()).toBe(true);
    expect(parse('dotfiles/mcp.json')).toMatchObject({ mcpServers: { loci: SERVER } });
  });

  test('prints the changed lines with --dry-run, and changes nothing', async () => {
    write('.cursor/mcp.json', '{\n  "secret": "x",\n  "mcpServers": {}\n}\n');
    const { stdout } = await connect('cursor', '--dry-run');
    expect(stdout).toContain('changed    ');
    expect(stdout).toContain('    -   "mcpServers": {}\n');
    expect(stdout).toContain('    +     "loci": {\n');
    expect(stdout).not.toContain('secret');
    expect(read('.cursor/mcp.json')).toBe('{\n  "secret": "x",\n  "mcpServers": {}\n}\n');
    expect(existsSync(pathOf('.cursor/mcp.json.loci-backup'))).toBe(false);
  });

  test('writes no credential', async () => {
    const store = new ProfileStore(pathOf('.config/loci'));
    await store.update('default', () => ({
      url: 'http://localhost:8080',
      credential: { kind: 'api-key', apiKey: 'loci_a_secret' },
    }));
    await machine.run(['connect', 'cursor', 'codex'], {
      env: { LOCI_CONFIG_DIR: '', LOCI_API_KEY: 'loci_a_secret' },
    });
    for (const file of ['.cursor/mcp.json', '.codex/config.toml', '.codex/hooks.json'])
      expect(read(file)).not.toContain('secret');
  });

  test('passes a profile and a folder for settings to the command of the server and of the hooks', async () => {
    const env = { LOCI_CONFIG_DIR: pathOf('my settings') };
    await machine.run(['connect', 'codex', '--profile', 'work'], { env });
    const options = ['--profile', 'work', '--config-dir', pathOf('my settings')];
    expect(read('.codex/config.toml')).toContain(options.map((word) => `"${word}"`).join(', '));
    expect(read('.codex/hooks.json')).toContain(`--profile work --config-dir '${pathOf('my settings')}'`);
    await machine.run(['connect', 'codex', '--profile', 'work', '--remove'], { env });
    expect(existsSync(pathOf('.codex/hooks.json'))).toBe(false);
  });

  test('copies the command out of the cache of npx', async () => {
    write('.npm/_npx/a1/node_modules/loci/loci.js', '// the command');
    const script = pathOf('.npm/_npx/a1/node_modules/loci/loci.js');
    const program = { command: '/usr/bin/node', args: [script] };
    await machine.run(['connect', 'cursor'], { program });
    const copy = pathOf('.local/state/loci/bin/loci.mjs');
    expect(readFileSync(copy, 'utf8')).toBe('// the command');
    expect(parse('.cursor/mcp.json')).toMatchObject({
      mcpServers: { loci: { args: [copy, 'mcp', '--config-dir', pathOf('config')] } },
    });
  });

  test('uses the folders that CLAUDE_CONFIG_DIR and CODEX_HOME name', async () => {
    const env = { CLAUDE_CONFIG_DIR: pathOf('cc'), CODEX_HOME: pathOf('cx') };
    await machine.run(['connect', 'claude-code', 'codex'], { env });
    for (const file of ['cc/.claude.json', 'cc/settings.json', 'cx/config.toml', 'cx/hooks.json'])
      expect([file, existsSync(pathOf(file))]).toEqual([file, true]);
  });

  test('rejects an address of another server than that of the profile', async () => {
    const { exitCode } = await connect('cursor', '--url', 'http://localhost:9');
    expect(exitCode).toBe(3);
    expect(existsSync(pathOf('.cursor'))).toBe(false);
  });

  test('configures an assistant before the user signs in, and states what is missing', async () => {
    const { exitCode, stderr } = await machine.run(['connect', 'cursor']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'You are not signed in. Run `loci login` before you use the assistant.\n',
    });
  });
});

describe('loci connect without names', () => {
  test('configures the installed assistants with --all', async () => {
    mkdirSync(pathOf('.cursor'));
    mkdirSync(pathOf('.codex'));
    const { stdout } = await connect('--all', '--json');
    expect((JSON.parse(stdout) as { assistant: string }[]).map(({ assistant }) => assistant)).toEqual([
      'codex',
      'cursor',
    ]);
  });

  test('lists the installed assistants in a script, and changes nothing', async () => {
    mkdirSync(pathOf('.cursor'));
    const { exitCode, stderr } = await connect();
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: 'error: Installed: cursor. Name the assistants, or select these with --all.\n',
    });
    expect(existsSync(pathOf('.cursor/mcp.json'))).toBe(false);
  });

  test('asks for each installed assistant on a terminal', async () => {
    mkdirSync(pathOf('.cursor'));
    const { exitCode, stderr } = await machine.run(['connect'], { answers: 'y\n' });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('Connect Cursor? [y/N] ');
    expect(existsSync(pathOf('.cursor/mcp.json'))).toBe(true);
    expect((await machine.run(['connect', '--remove'], { answers: 'n\n' })).exitCode).toBe(130);
  });

  test('reports that no assistant is installed with exit code 4', async () => {
    const { exitCode, stderr } = await connect('--all');
    expect(exitCode).toBe(4);
    expect(stderr).toContain('No supported assistant is installed');
  });

  test.each([
    ['darwin', 'claude-desktop', 'Library/Application Support/Claude/claude_desktop_config.json'],
    ['darwin', 'vs-code', 'Library/Application Support/Code/User/mcp.json'],
  ] as const)('uses the folder of %s for %s', async (platform, name, file) => {
    await machine.run(['connect', name], { machine: { platform } });
    expect(existsSync(pathOf(file))).toBe(true);
  });
});
