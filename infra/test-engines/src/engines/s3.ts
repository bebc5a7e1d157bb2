import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { acceptsConnections } from '../connect.ts';
import type { Engine } from '../engine.ts';
import { buildGoCommand } from '../install/go.ts';
import { installOnce } from '../install/install-once.ts';

const VERSION = '1.8.0';
const REGION = 'us-east-1';
const CREDENTIALS = { accessKeyId: 'testaccess', secretAccessKey: 'testsecret' };

/** S3 server (versitygw) on a folder. The file system of the folder must support extended attributes. */
export const s3: Engine = {
  name: 's3',
  addressVariable: 'S3_ENDPOINT',
  ports: ['api'],

  install: (cacheDir) =>
    installOnce(cacheDir, `versitygw-${VERSION}`, (folder) =>
      buildGoCommand(folder, `github.com/versity/versitygw/cmd/versitygw@v${VERSION}`),
    ),

  prepare: async ({ software, folder, ports }) => {
    const data = join(folder, 'data');
    const versions = join(folder, 'versions');
    for (const each of [data, versions]) mkdirSync(each);
    const address = `127.0.0.1:${ports['api']}`;
    return {
      command: join(software, 'versitygw'),
      args: [
        ...['--port', address, '--region', REGION, '--quiet'],
        ...['posix', '--versioning-dir', versions, data],
      ],
      environment: {
        ROOT_ACCESS_KEY: CREDENTIALS.accessKeyId,
        ROOT_SECRET_KEY: CREDENTIALS.secretAccessKey,
      },
      stopSignal: 'SIGTERM',
      isReady: () => acceptsConnections(ports['api']!),
      variables: {
        S3_ENDPOINT: `http://${address}`,
        S3_REGION: REGION,
        S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
        S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      },
    };
  },
};
