import { join } from 'node:path';
import { answersOk } from '../connect.ts';
import type { Engine } from '../engine.ts';
import { installOnce } from '../install/install-once.ts';
import { runTool } from '../install/run-tool.ts';

const VERSION = '0.9.0';
const API_KEY = 'test-key';
const SERVER = join(import.meta.dirname, '..', '..', 'qdrant', 'server.py');

/**
 * Qdrant's engine behind a test server with a part of the REST API, because no package registry contains the
 * Qdrant server. The test server has no cluster mode, no strict mode and less request validation. Set
 * QDRANT_URL to use a real server.
 */
export const qdrant: Engine = {
  name: 'qdrant',
  addressVariable: 'QDRANT_URL',
  ports: ['http'],

  install: async (cacheDir) => {
    const python = await runTool('python3', [...['-c', 'import sys; print("%d.%d" % sys.version_info[:2])']]);
    return installOnce(cacheDir, `qdrant-edge-${VERSION}-python-${python.trim()}`, async (folder) => {
      await runTool('python3', [
        ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--root-user-action=ignore'],
        ...['--target', folder, `qdrant-edge-py==${VERSION}`],
      ]);
    });
  },

  prepare: async ({ software, folder, ports }) => {
    const url = `http://127.0.0.1:${ports['http']}`;
    return {
      command: 'python3',
      args: [
        ...['-B', SERVER, '--port', String(ports['http'])],
        ...['--data', join(folder, 'data'), '--api-key', API_KEY],
      ],
      environment: { PYTHONPATH: software },
      stopSignal: 'SIGTERM',
      isReady: () => answersOk(`${url}/readyz`),
      variables: { QDRANT_URL: url, QDRANT_API_KEY: API_KEY },
    };
  },
};
