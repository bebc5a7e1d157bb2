import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CommandError } from './command-error.ts';
import { EXIT_CODE } from './exit-code.ts';

/**
 * Opens a file in an editor, and waits until the user closes it.
 *
 * @param command command line of the editor, which can have arguments, such as `code --wait`
 */
export async function openEditor(command: string, path: string): Promise<void> {
  const editor =
    process.platform === 'win32'
      ? spawn(`${command} "${path}"`, { shell: true, stdio: 'inherit' })
      : spawn('sh', ['-c', `${command} "$1"`, 'sh', path], { stdio: 'inherit' });
  const [code] = (await once(editor, 'exit')) as [number | null];
  if (code === 0) return;
  throw new CommandError(
    EXIT_CODE.failure,
    `The editor "${command}" failed. Set the variable EDITOR to an editor that is installed.`,
  );
}
