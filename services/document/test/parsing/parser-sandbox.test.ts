import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { docFile } from './doc-file.fixture.ts';
import { docxFile, docxParagraph, epubFile } from './office-files.fixture.ts';
import { odtFile } from './odt-file.fixture.ts';
import { pptxFile, slideShape, xlsxFile } from './open-xml-files.fixture.ts';
import { parseBytes } from './parse-bytes.fixture.ts';
import { pdfOfPages } from './pdf-file.fixture.ts';
import { forkSandboxedProcess } from '../../src/parsing/sandbox/fork-sandboxed-process.ts';
import { networkNamespaceCommand } from '../../src/parsing/sandbox/network-namespace.ts';

// Each test starts a process, which takes a long time on a busy machine.
jest.setTimeout(60_000);

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SANDBOX = fileURLToPath(new URL('../../src/parsing/sandbox/', import.meta.url));
const LIMITS = { timeoutMs: 30_000, memoryBytes: 512 * 1_048_576 };
const DENIED = 'ERR_ACCESS_DENIED';
const supportsNetworkDenial = (await networkNamespaceCommand(process.execPath)).length > 0;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loci-sandbox-'));
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * Runs statements in the sandbox like code of a malicious parser. The file with the statements is also the
 * untrusted file.
 *
 * @returns the value of `result` after the statements, or the code of the error that they threw
 */
async function runInSandbox(statements: string): Promise<unknown> {
  const file = join(folder, 'upload.mjs');
  await writeFile(
    file,
    `import * as fs from 'node:fs';
     import { spawnSync } from 'node:child_process';
     import { connect } from 'node:net';
     import { Worker } from 'node:worker_threads';
     let result = 'allowed';
     const [file, folder] = [${JSON.stringify(file)}, ${JSON.stringify(folder)}];
     try { ${statements} } catch (error) { result = error.code ?? error.message; }
     process.send(result, () => process.exit(0));`,
  );
  const child = await forkSandboxedProcess(file, file, LIMITS);
  let result: unknown;
  let stderr = '';
  child.on('message', (message) => (result = message));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (stderr += part));
  await new Promise((resolve) => child.once('close', resolve));
  expect(stderr).toBe('');
  return result;
}

describe('the file system in the parser sandbox', () => {
  test('the parser can read its input file', async () => {
    expect(await runInSandbox('result = fs.readFileSync(file, "utf8").slice(0, 6);')).toBe('import');
  });

  test.each([
    ['the secrets of the default DATA_DIR', join(ROOT, '.data/secrets')],
    ['a stored object in the default DATA_DIR', join(ROOT, '.data/objects/tenant/document/id')],
    ['the .env file', join(ROOT, '.env')],
    ['the package.json of the repository', join(ROOT, 'package.json')],
    ['the code of another service', join(ROOT, 'services/memory/src/main.ts')],
    ['a package that no parser imports', join(ROOT, 'node_modules/pg/package.json')],
    ['a file of the operating system', '/etc/passwd'],
    ['the environment of the parent process', `/proc/${process.pid}/environ`],
  ])('the parser cannot read %s', async (_, path) => {
    expect(await runInSandbox(`fs.readFileSync(${JSON.stringify(path)});`)).toBe(DENIED);
  });

  test('the parser cannot read another upload in the same folder', async () => {
    await writeFile(join(folder, 'other-upload'), 'secret');
    expect(await runInSandbox('fs.readFileSync(folder + "/other-upload");')).toBe(DENIED);
  });

  test('the parser cannot list the repository or the upload folder', async () => {
    expect(await runInSandbox(`fs.readdirSync(${JSON.stringify(ROOT)});`)).toBe(DENIED);
    expect(await runInSandbox('fs.readdirSync(folder);')).toBe(DENIED);
  });

  test('the parser cannot write its input file or create a file', async () => {
    expect(await runInSandbox('fs.writeFileSync(file, "");')).toBe(DENIED);
    expect(await runInSandbox('fs.writeFileSync(folder + "/new", "");')).toBe(DENIED);
  });
});

describe('processes, threads and native code in the parser sandbox', () => {
  test('the parser cannot start a process', async () => {
    expect(await runInSandbox('spawnSync(process.execPath, ["--version"]);')).toBe(DENIED);
  });

  // A worker without the flags of its process would not be restricted by the permission model.
  test('the parser cannot start a worker thread', async () => {
    const code = 'require("node:fs").readFileSync("/etc/passwd")';
    expect(await runInSandbox(`new Worker(${JSON.stringify(code)}, { eval: true, execArgv: [] });`)).toBe(
      DENIED,
    );
  });

  test('the parser cannot start a worker thread, even on Node.js releases that cannot drop a permission', () => {
    const { stdout } = spawnSync(
      process.execPath,
      [
        '--no-warnings',
        '--input-type=module',
        '--eval',
        `import { denyWorkers } from ${JSON.stringify(join(SANDBOX, 'deny-workers.ts'))};
         import { Worker } from 'node:worker_threads';
         denyWorkers({});
         try { new Worker('', { eval: true }); } catch (error) { console.log(error.code); }`,
      ],
      { encoding: 'utf8' },
    );
    expect(stdout.trim()).toBe(DENIED);
  });

  test('the parser cannot load a native addon', async () => {
    expect(await runInSandbox('process.dlopen({ exports: {} }, file);')).toBe('ERR_DLOPEN_DISABLED');
  });

  test('the parser does not inherit the environment variables of its parent process', async () => {
    expect(await runInSandbox('result = Object.keys(process.env).sort();')).toEqual([
      'PARSER_MEMORY_BYTES',
      'PARSER_TIMEOUT_MS',
    ]);
  });
});

// Systems other than Linux, and containers that forbid namespaces, cannot deny the network to one process.
(supportsNetworkDenial ? describe : describe.skip)('the network in the parser sandbox', () => {
  test('the parser cannot connect to a server on the same host', async () => {
    let connections = 0;
    const server = createServer(() => connections++).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const outcome = await runInSandbox(
      `result = await new Promise((resolve) => {
         connect(${port}, '127.0.0.1').on('connect', () => resolve('connected')).on('error', (error) => resolve(error.code));
       });`,
    );
    server.close();
    expect([outcome, connections]).toEqual(['ENETUNREACH', 0]);
  });

  test('the parser cannot fetch a URL', async () => {
    const statements = `result = await fetch('http://192.0.2.1/').then(() => 'fetched', ({ cause }) => cause.code);`;
    expect(await runInSandbox(statements)).toBe('ENETUNREACH');
  });
});

describe('formats in the parser sandbox', () => {
  test.each([
    ['.txt', 'tea'],
    ['.htm', Buffer.from('<p>tea, gr\xfcn, sch\xf6n und hei\xdf</p>', 'latin1')],
    ['.md', '# Tea\n\ntea'],
    ['.html', '<p>tea</p>'],
    ['.json', '{"tea": 1}'],
    ['.yaml', 'tea: 1'],
    ['.py', 'print("tea")'],
    ['.pdf', pdfOfPages([[{ text: 'tea', y: 700 }]])],
    ['.docx', docxFile(docxParagraph('tea'))],
    ['.doc', docFile('tea\r')],
    ['.xlsx', xlsxFile({ Tea: '<row><c t="inlineStr"><is><t>tea</t></is></c></row>' })],
    ['.pptx', pptxFile([slideShape('tea')])],
    ['.odt', odtFile('<text:p>tea</text:p>')],
    ['.rtf', '{\\rtf1 tea}'],
    ['.epub', epubFile([{ title: 'T', body: '<p>tea</p>' }])],
  ])('the parser can load the code that it needs to parse a %s file', async (extension, content) => {
    expect((await parseBytes(`a${extension}`, content)).text).toContain('tea');
  });

  test('the parser can load the code that it needs to detect a PNG file named a.txt', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000', 'hex');
    await expect(parseBytes('a.txt', png)).rejects.toMatchObject({ details: { reason: 'content_mismatch' } });
  });
});
