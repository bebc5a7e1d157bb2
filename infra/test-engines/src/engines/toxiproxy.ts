import { join } from 'node:path';
import { answersOk } from '../connect.ts';
import type { Engine } from '../engine.ts';
import { buildGoCommand } from '../install/go.ts';
import { installOnce } from '../install/install-once.ts';

const VERSION = '2.12.0';

/** Toxiproxy, which injects network faults. */
export const toxiproxy: Engine = {
  name: 'toxiproxy',
  addressVariable: 'TOXIPROXY_URL',
  ports: ['api'],

  install: (cacheDir) =>
    installOnce(cacheDir, `toxiproxy-${VERSION}`, (folder) =>
      buildGoCommand(folder, `github.com/Shopify/toxiproxy/v2/cmd/server@v${VERSION}`),
    ),

  prepare: async ({ software, ports }) => {
    const url = `http://127.0.0.1:${ports['api']}`;
    return {
      command: join(software, 'server'),
      args: ['-host', '127.0.0.1', '-port', String(ports['api'])],
      stopSignal: 'SIGTERM',
      isReady: () => answersOk(`${url}/version`),
      variables: { TOXIPROXY_URL: url },
    };
  },
};
