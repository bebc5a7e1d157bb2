import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { documentedCommand } from '../../infra/documentation/src/documented-commands.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Includes the installation of the runtimes. */
const TIMEOUT_MS = 600_000;
const RUNTIMES = ['Node.js of the PATH', 'Deno', 'Bun', 'workerd', 'Chromium'];

test(
  'the built client works in Node.js, Deno, Bun, workerd and Chromium',
  async () => {
    const command = documentedCommand(
      'infra/runtimes/README.md',
      'tests/client/client-runtimes.integration.test.ts',
    );
    const child = spawn('sh', ['-euc', command], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const [code] = (await once(child, 'close')) as [number];
    const passed = [...output.matchAll(/^ok {6}(.+?): /gm)].map(([, name]) => name);
    expect({ code, passed, output: code === 0 ? '' : output }).toEqual({
      code: 0,
      passed: RUNTIMES,
      output: '',
    });
  },
  TIMEOUT_MS,
);
