import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { environmentSchema as dbMigrateSchema } from '../../src/database/db-migrate.config.ts';
import { loadOperatorModule } from '../../src/loci/operators/load-operator-module.ts';
import { environmentSchema as moveToClusterSchema } from '../../src/move-to-cluster/move-to-cluster.config.ts';
import { createTestMachine } from './run-command.ts';
import type { TestMachine } from './run-command.ts';

let machine: TestMachine;
beforeEach(() => {
  machine = createTestMachine();
});
afterEach(() => machine.remove());

const variablesOf = (schema: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});

describe('the help of operators’ commands', () => {
  test.each([
    [['db', 'migrate'], dbMigrateSchema],
    [['move-to-cluster'], moveToClusterSchema],
  ])('of %j lists all environment variables', async (command, schema) => {
    const { stdout, exitCode } = await machine.run([...command, '--help']);
    expect(exitCode).toBe(0);
    expect(variablesOf(schema).filter((name) => !stdout.includes(name))).toEqual([]);
  });
});

describe('invalid configuration', () => {
  test.each([[['db', 'migrate']], [['move-to-cluster']]])(
    'of loci %j sets exit code 2 and names the variables',
    async (command) => {
      const { exitCode, stderr, stdout } = await machine.run(command, {
        env: { MEMORY_DATABASE_URL: 'mysql://x' },
      });
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toContain('MEMORY_DATABASE_URL');
      expect(stderr).toContain('must be a postgres:// URL');
      expect(stderr).not.toContain('    at ');
    },
  );

  test('an unreachable database sets exit code 6', async () => {
    const env = Object.fromEntries(
      variablesOf(dbMigrateSchema)
        .filter((name) => name.endsWith('_URL'))
        .map((name) => {
          const role = `loci_${name.replace('_DATABASE_URL', '').toLowerCase()}`;
          return [name, `postgres://${role}:x@127.0.0.1:1/loci`];
        }),
    );
    const { exitCode, stderr } = await machine.run(['db', 'migrate'], { env });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 6,
      stderr: expect.not.stringContaining('    at '),
    });
  });
});

test('a command without the packages of the platform states where to run it', async () => {
  const missing = Object.assign(new Error('Cannot find module'), { code: 'ERR_MODULE_NOT_FOUND' });
  await expect(loadOperatorModule(() => Promise.reject(missing))).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('npm run -s loci --'),
  });
  await expect(loadOperatorModule(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug');
});

describe('loci backup', () => {
  test('rejects a folder that is not a data folder, and creates nothing', async () => {
    const { exitCode, stderr } = await machine.run(['backup', 'loci.backup', '--data-dir', 'missing']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: `error: ${join(machine.home, 'missing')} is not a data folder of Loci. Set the DATA_DIR of the platform with --data-dir.\n`,
    });
    expect(readdirSync(machine.home)).toEqual([]);
  });

  test('does not replace a file without --force', async () => {
    writeFileSync(join(machine.home, 'loci.backup'), 'x');
    expect(await machine.run(['backup', 'loci.backup'])).toMatchObject({
      exitCode: 2,
      stderr: 'error: loci.backup exists. Choose another path, or use --force.\n',
    });
    expect(readFileSync(join(machine.home, 'loci.backup'), 'utf8')).toBe('x');
  });

  test.each([
    [{}, 'Set the passphrase of the backup in LOCI_BACKUP_PASSPHRASE.'],
    [{ LOCI_BACKUP_PASSPHRASE: 'short' }, 'The passphrase must have at least 12 characters.'],
  ])('with --encrypt and the variables %j is rejected', async (env, message) => {
    expect(await machine.run(['backup', 'a', '--encrypt'], { env })).toMatchObject({
      exitCode: 2,
      stderr: `error: ${message}\n`,
    });
  });
});

describe('loci restore', () => {
  test.each([
    ['a text', 'hello', 'is not a backup of Loci. Check the path.'],
    ['a damaged archive', gzipSync('hello').subarray(0, 15), 'is damaged: '],
  ])('rejects %s', async (_name, content, message) => {
    writeFileSync(join(machine.home, 'file'), content);
    const { exitCode, stderr } = await machine.run(['restore', 'file', '--data-dir', 'data']);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
    expect(existsSync(join(machine.home, 'data'))).toBe(false);
  });

  test('rejects a file that does not exist', async () => {
    expect(await machine.run(['restore', 'missing'])).toMatchObject({
      exitCode: 2,
      stderr: `error: ${join(machine.home, 'missing')} does not exist. Check the path.\n`,
    });
  });

  test('rejects a folder that is not empty, and does not change it', async () => {
    const data = join(machine.home, 'data');
    mkdirSync(data);
    writeFileSync(join(data, 'notes.txt'), 'mine');
    writeFileSync(join(machine.home, 'file'), gzipSync('hello'));
    const { exitCode, stderr } = await machine.run(['restore', 'file', '--data-dir', data]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: `error: ${data} is not empty: it contains notes.txt. Choose a new or empty folder.\n`,
    });
    expect(readdirSync(data)).toEqual(['notes.txt']);
  });
});
