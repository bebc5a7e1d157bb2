import { tmpdir } from 'node:os';
import { PORTS, preparePlatform } from '@loci/bench';
import { freePorts } from '@loci/runtime/free-ports';
import type { Target } from '../target.ts';
import { createLociApi } from './loci-api.ts';

/** Creates a standalone platform in a temporary folder, with the command of `npm start`. */
export async function createLoci(root: string): Promise<Target> {
  const stopping = new AbortController();
  const platform = await preparePlatform({
    root,
    workFolder: tmpdir(),
    ports: await freePorts(PORTS),
    environment: process.env,
    nodePath: process.execPath,
    killGroup: (pid) => process.kill(-pid, 'SIGKILL'),
    signal: stopping.signal,
  });
  const { connect, ...api } = createLociApi(platform.address);
  return {
    ...api,
    name: 'loci',
    start: async () => {
      await platform.start();
      await connect();
    },
    kill: platform.kill,
    close: async () => {
      stopping.abort();
      await api.close();
      await platform.dispose();
    },
  };
}
