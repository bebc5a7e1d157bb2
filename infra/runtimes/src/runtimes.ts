import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Command that runs the scenario in a runtime. */
export interface Runtime {
  name: string;
  command: string;
  parameters: readonly string[];
}

/** The folders of a run. */
export interface Folders {
  /** This folder, which contains the installed runtimes. */
  tools: string;
  /** Contains the programs and the built client. */
  work: string;
  /** Path of the Node.js binary for the programs that start a runtime. */
  nodePath: string;
}

/**
 * Returns the runtimes in which the scenario runs.
 *
 * @throws Error if a runtime is not installed for this platform
 */
export function listRuntimes({ tools, work, nodePath }: Folders): Runtime[] {
  const program = (name: string): string => join(tools, 'src/programs', name);
  const entry = join(work, 'process.mjs');
  return [
    { name: 'Node.js of the PATH', command: 'node', parameters: [entry] },
    {
      name: 'Deno',
      command: findBinary(tools, '@deno', 'deno'),
      parameters: [
        'run',
        '--no-lock',
        '--node-modules-dir=manual',
        '--allow-net',
        '--allow-env',
        '--allow-read',
        entry,
      ],
    },
    { name: 'Bun', command: findBinary(tools, '@oven', 'bin/bun'), parameters: ['run', entry] },
    { name: 'workerd', command: nodePath, parameters: [program('workerd.mjs'), work] },
    { name: 'Chromium', command: nodePath, parameters: [program('browser.mjs'), work] },
  ];
}

/** Returns the binary in the package for this platform, which npm chooses. */
function findBinary(tools: string, scope: string, path: string): string {
  const folder = join(tools, 'node_modules', scope);
  const binaries = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) =>
    ['', '.exe'].map((suffix) => join(folder, name, path + suffix)),
  );
  const binary = binaries.find((candidate) => existsSync(candidate));
  if (binary === undefined)
    throw new Error(`${scope} has no binary for this platform. Run \`npm run runtimes\`, which installs it.`);
  return binary;
}
