import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const folder = mkdtempSync(join(tmpdir(), 'loci-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Packed {
  filename: string;
  files: { path: string }[];
}

let packed: Packed;
beforeAll(() => {
  const built = join(folder, 'dist');
  const cwd = join(import.meta.dirname, '..');
  execFileSync('node', ['../build-package.mjs', built], { cwd, stdio: 'pipe' });
  const output = execFileSync('npm', ['pack', built, '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  packed = (JSON.parse(output) as Packed[])[0]!;
  const target = join(folder, 'node_modules/@loci/client');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', target, '--strip-components=1']);
}, 240_000);

test('the package contains code with types, README, license and manifest, but no tests and no sources', () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'index.js', 'index.d.ts']),
  );
  expect(paths.filter((path) => /test|\.mjs$|(?<!\.d)\.ts$/.test(path.replace(/^testing\//, '')))).toEqual(
    [],
  );
});

test('an application can import the package with the Node.js of the PATH, without dependencies', () => {
  const program = `import { Loci, NotFoundError } from '@loci/client';
    const fetch = async () => Response.json({ error: { code: 'RES_NOT_FOUND', message: 'm' } }, { status: 404 });
    const loci = new Loci({ accessToken: 'a', fetch });
    const error = await loci.memories.get('a').catch((reason) => reason);
    console.log(error instanceof NotFoundError, error.code);`;
  writeFileSync(join(folder, 'program.mjs'), program);
  expect(execFileSync('node', ['program.mjs'], { cwd: folder, encoding: 'utf8' })).toBe(
    'true RES_NOT_FOUND\n',
  );
});

test('an application can import the fake for its tests', () => {
  const program = `import { createFakeLoci } from '@loci/client/testing';
    import { Loci } from '@loci/client';
    const fake = createFakeLoci();
    const loci = new Loci({ baseUrl: fake.baseUrl, apiKey: fake.apiKey, fetch: fake.fetch });
    await loci.memories.create({ content: 'Ada prefers tea.' });
    console.log((await loci.search.hybrid('tea')).items[0].content);`;
  writeFileSync(join(folder, 'testing.mjs'), program);
  expect(execFileSync('node', ['testing.mjs'], { cwd: folder, encoding: 'utf8' })).toBe('Ada prefers tea.\n');
});
