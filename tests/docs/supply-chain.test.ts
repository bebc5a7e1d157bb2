import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { documentedCommands } from '../../infra/documentation/src/documented-commands.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const [sbom, scan, images] = documentedCommands(
  'docs/supply-chain.md',
  'tests/docs/supply-chain.test.ts',
) as [string, string, string];

describe('the commands of docs/supply-chain.md', () => {
  const folder = createTemporaryFolder();
  afterAll(() => folder.remove());

  const run = async (command: string, environment: Record<string, string> = {}): Promise<string> => {
    const options = { cwd: ROOT, env: { ...process.env, ...environment } };
    return (await promisify(execFile)('sh', ['-euc', command], options)).stdout;
  };

  test('write the software bill of materials', async () => {
    const file = join(folder.path, 'loci.cdx.json');
    await run(sbom.replace('loci.cdx.json', file));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ bomFormat: 'CycloneDX' });
  }, 60_000);

  test('scan the packages of the image', async () => {
    const registry = createServer((request, response) => {
      request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
    const { port } = registry.address() as { port: number };
    try {
      const output = await run(scan, { npm_config_registry: `http://127.0.0.1:${port}/` });
      expect(output).toMatch(/Checked the \d{3} packages of the image\./);
    } finally {
      registry.close();
    }
  }, 60_000);

  test('list the images of the Helm chart', async () => {
    expect((await run(images)).trim().split('\n')).toEqual([
      expect.stringMatching(/^postgres:/),
      expect.stringMatching(/^rclone\/rclone:/),
    ]);
  });
});
