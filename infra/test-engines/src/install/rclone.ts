import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { installOnce } from './install-once.ts';
import { runTool } from './run-tool.ts';

/** Version of the image of the backup. */
const VERSION = '1.76.0';
const MAIN = join(import.meta.dirname, '..', '..', 'rclone', 'main.go');

/**
 * Builds rclone with the backends of the backup scripts.
 *
 * @returns path of the folder that contains the program
 */
export const installRclone = (cacheDir: string): Promise<string> =>
  installOnce(cacheDir, `rclone-${VERSION}`, async (folder) => {
    const go = (args: string[]): Promise<string> => runTool('go', args, { cwd: folder, environment: FLAGS });
    copyFileSync(MAIN, join(folder, 'main.go'));
    await go(['mod', 'init', 'rclone']);
    await go(['get', `github.com/rclone/rclone@v${VERSION}`]);
    await go(['build', '-o', 'rclone', '-ldflags', '-s -w', '.']);
  });

const FLAGS = { CGO_ENABLED: '0', GOFLAGS: '-mod=mod' };
