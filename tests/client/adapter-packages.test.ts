import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentedCommand } from '../../infra/documentation/src/documented-commands.ts';

const ROOT = join(import.meta.dirname, '../..');
const TEST = 'tests/client/adapter-packages.test.ts';
/** Packages by the page with the command that builds them. */
const PACKAGES = {
  'clients/ai-sdk/README.md': '@loci/ai-sdk',
  'clients/langchain/README.md': '@loci/langchain',
  'clients/typescript/README.md': '@loci/client',
};

/** Application with the built packages, and with the installed packages that they need. */
const application = mkdtempSync(join(tmpdir(), 'loci-adapters-'));
afterAll(() => rmSync(application, { recursive: true, force: true }));

interface Packed {
  filename: string;
  files: { path: string }[];
}

const packed = new Map<string, string[]>();

beforeAll(() => {
  const modules = join(application, 'node_modules');
  for (const [page, name] of Object.entries(PACKAGES)) {
    const built = join(application, `built-${basename(name)}`);
    const command = documentedCommand(page, TEST);
    execFileSync('sh', ['-euc', `${command.trim()} -- "${built}"`], { cwd: ROOT, stdio: 'pipe' });
    const output = execFileSync('npm', ['pack', built, '--json', '--pack-destination', application], {
      encoding: 'utf8',
      cwd: application,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ filename, files }] = JSON.parse(output) as [Packed];
    packed.set(
      name,
      files.map(({ path }) => path),
    );
    mkdirSync(join(modules, name), { recursive: true });
    const tar = ['-xzf', join(application, filename), '-C', join(modules, name), '--strip-components=1'];
    execFileSync('tar', tar);
  }
  for (const name of ['ai', 'zod', '@langchain/core', '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  writeFileSync(join(application, 'package.json'), '{ "type": "module" }');
}, 300_000);

/** Program that uses the classes and functions of both packages. */
const PROGRAM = `
import { Loci } from '@loci/client';
import { lociMiddleware, lociTools } from '@loci/ai-sdk';
import { LociChatMessageHistory, LociRetriever, LociStore } from '@loci/langchain';
import { generateText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

const fetch = async () =>
  Response.json({ status: 'success', data: { items: [], text: '', id: 'a' }, meta: { request_id: 'r' } });
const client = new Loci({ accessToken: 'a', fetch });
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
const inner = new MockLanguageModelV4({
  doGenerate: {
    content: [{ type: 'text', text: 'Tea.' }],
    finishReason: { unified: 'stop', raw: undefined },
    usage,
    warnings: [],
  },
});
const model = wrapLanguageModel({ model: inner, middleware: lociMiddleware(client, { tokens: 500 }) });
const { text } = await generateText({ model, tools: lociTools(client), prompt: 'Tea?' });
const documents = await new LociRetriever({ client }).invoke('tea');
const store = new LociStore<string>({ client });
const history = new LociChatMessageHistory({ client, sessionId: 'a' });
console.log(text, documents.length, store.lc_namespace.join('.'), history.lc_namespace.join('.'));
`;

describe.each(['@loci/ai-sdk', '@loci/langchain'])('the package %s', (name) => {
  test('contains code with types, README, license and manifest, but no tests and no sources', () => {
    const paths = packed.get(name)!;
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'index.js', 'index.d.ts']),
    );
    expect(paths.filter((path) => /test|\.mjs$|(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });

  test('can be published, and names the packages that the application installs', () => {
    const path = join(application, 'node_modules', name, 'package.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>;
    expect(manifest).not.toHaveProperty('private');
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest['peerDependencies']).toHaveProperty('@loci/client', '^2.0.0');
  });
});

test('an application can import the packages', () => {
  writeFileSync(join(application, 'program.ts'), PROGRAM);
  const output = execFileSync(process.execPath, ['program.ts'], { cwd: application, encoding: 'utf8' });
  expect(output).toBe('Tea. 0 loci.stores loci.chat_history\n');
});

test('an application that uses the packages can be compiled in strict mode', () => {
  writeFileSync(join(application, 'program.ts'), PROGRAM);
  const options = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  };
  const config = { compilerOptions: options, files: ['program.ts'] };
  writeFileSync(join(application, 'tsconfig.json'), JSON.stringify(config));
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', application], { encoding: 'utf8' });
  const wrong = PROGRAM.replace('tokens: 500', "tokens: '500'");
  writeFileSync(join(application, 'program.ts'), wrong);
  expect(() => execFileSync(process.execPath, [compiler, '-p', application], { stdio: 'pipe' })).toThrow();
}, 120_000);
