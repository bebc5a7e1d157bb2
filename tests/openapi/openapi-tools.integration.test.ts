import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { documentedCommand } from '../../infra/documentation/src/documented-commands.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Includes the installation of the tools. */
const TIMEOUT_MS = 300_000;

test(
  'the OpenAPI document passes two linters, and two generators create clients that type-check',
  async () => {
    const command = documentedCommand(
      'infra/openapi/README.md',
      'tests/openapi/openapi-tools.integration.test.ts',
    );
    const child = spawn('sh', ['-euc', command], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const [code] = (await once(child, 'close')) as [number];
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  },
  TIMEOUT_MS,
);
