import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const PACKAGE = join(import.meta.dirname, '../../../infra/browser/node_modules/@sparticuz/chromium');

/** Chromium and the options to start it. */
interface Executable {
  path: string;
  args: readonly string[];
}

/**
 * Returns the Chromium of `CHROMIUM_PATH`, or the one that is installed on the machine, or the one that `npm test` installs
 * from npm, which runs only on Linux with x64. Null if there is none.
 */
export async function findChromium(): Promise<Executable | null> {
  const path = process.env['CHROMIUM_PATH'] ?? INSTALLED.find((each) => existsSync(each));
  if (path !== undefined) return { path, args: ['--no-sandbox'] };
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(PACKAGE)) return null;
  const { default: packaged } = (await import(pathToFileURL(join(PACKAGE, 'build/index.js')).href)) as {
    default: { executablePath(): Promise<string> };
  };
  return { path: await packaged.executablePath(), args: ['--no-sandbox', '--no-zygote'] };
}

/**
 * Starts Chromium without access to the network outside of this machine.
 *
 * @param webgl emulates a GPU on the CPU. Every page then takes about twice the CPU time.
 */
export const startChromium = ({ path, args }: Executable, { webgl = false } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: path,
    args: [
      ...args,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(webgl ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : ['--disable-gpu']),
    ],
  });
