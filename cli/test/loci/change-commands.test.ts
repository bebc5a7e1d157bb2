import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { API_KEY, errorResponse, sampleMemory, startFakeServer, success } from './fake-server.ts';
import type { FakeServer } from './fake-server.ts';
import { createTestMachine } from './run-command.ts';
import type { RunOptions, TestMachine } from './run-command.ts';

const ID = '01a209a1-144a-7000-bf9f-f174fcba7453';
const PATH = `/api/v2/memories/${ID}`;

let machine: TestMachine;
let server: FakeServer;
beforeEach(async () => {
  machine = createTestMachine();
  server = await startFakeServer();
  server.handle = ({ path }) => (path === PATH ? success(sampleMemory()) : undefined);
});
afterEach(async () => {
  machine.remove();
  await server.close();
});

const run = (args: string[], options: RunOptions = {}) =>
  machine.run(args, { ...options, env: { LOCI_API_KEY: API_KEY, LOCI_URL: server.url, ...options.env } });

const sent = (method: string) =>
  server.requests.filter((request) => request.method === method && request.path === PATH);

describe('loci edit', () => {
  test('sends only the given fields', async () => {
    const result = await run(['edit', ID, '--importance', '0.9', '--tag', 'tea,green']);
    expect(result).toEqual({ exitCode: 0, stdout: `Changed ${ID}\n`, stderr: '' });
    expect(JSON.parse(sent('PUT')[0]!.body)).toEqual({ importance: 0.9, tags: ['tea', 'green'] });
  });

  test('opens the text in the editor and sends the edited text', async () => {
    const result = await run(['edit', ID], {
      answers: '',
      env: { EDITOR: 'sample-editor --wait' },
      openEditor: async (command, path) => {
        expect(command).toBe('sample-editor --wait');
        await writeFile(path, 'Ada prefers green tea.\n\n');
      },
    });
    expect(result.exitCode).toBe(0);
    expect(JSON.parse(sent('PUT')[0]!.body)).toEqual({ content: 'Ada prefers green tea.' });
  });

  test('changes nothing if the text is unchanged or empty', async () => {
    const unchanged = await run(['edit', ID], { answers: '', openEditor: () => Promise.resolve() });
    expect(unchanged).toMatchObject({ exitCode: 0, stdout: '' });
    const empty = await run(['edit', ID], { answers: '', openEditor: (_, path) => writeFile(path, ' \n') });
    expect(empty).toMatchObject({ exitCode: 130 });
    expect(sent('PUT')).toEqual([]);
  });

  test('does not open an editor without a terminal', async () => {
    expect(await run(['edit', ID])).toMatchObject({ exitCode: 2 });
  });
});

describe('loci delete', () => {
  test.each([
    ['y', 0, 1],
    ['no', 130, 0],
  ])('asks before it deletes: %s', async (answer, exitCode, deletions) => {
    const result = await run(['delete', ID], { answers: `${answer}\n` });
    expect(result.exitCode).toBe(exitCode);
    expect(result.stderr).toContain('Delete "');
    expect(sent('DELETE')).toHaveLength(deletions);
  });

  test('deletes without a question with --yes', async () => {
    server.handle = ({ path }) => (path === PATH ? success({ id: ID, deleted: true }) : undefined);
    expect(await run(['delete', ID, '--yes', '--erase'])).toMatchObject({
      exitCode: 0,
      stdout: `Deleted ${ID}\n`,
    });
    expect(sent('DELETE')[0]!.query).toEqual({ erase: 'true' });
  });

  test('deletes nothing without --yes and without a terminal', async () => {
    expect(await run(['delete', ID])).toMatchObject({ exitCode: 2 });
    expect(sent('DELETE')).toEqual([]);
  });
});

describe('loci status', () => {
  test('reports a server that is not ready with exit code 6', async () => {
    server.handle = ({ path }) =>
      path === '/health/ready' ? errorResponse(503, 'SYS_SERVICE_UNAVAILABLE', 'Not ready.') : undefined;
    expect(await run(['status'])).toMatchObject({ exitCode: 6, stdout: '' });
  });

  test('reports an address that is not a Loci server with exit code 6', async () => {
    const { exitCode, stderr } = await run(['status']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 6,
      stderr: `error: ${server.url} is not a Loci server. Check the address.\n`,
    });
  });
});
