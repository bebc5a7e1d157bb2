import { posix, win32 } from 'node:path';

/** Properties of the machine that determine where programs store their files. */
export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  env: NodeJS.ProcessEnv;
}

/** Returns the path functions of the platform of a machine, which tests choose. */
export const pathOf = ({ platform }: Machine): typeof posix => (platform === 'win32' ? win32 : posix);

/** Value of an environment variable with an absolute path. The XDG specification ignores relative paths. */
export function folderVariable(machine: Machine, name: string): string | undefined {
  const value = machine.env[name];
  return value !== undefined && pathOf(machine).isAbsolute(value) ? value : undefined;
}

/**
 * Returns the folder for the settings of the command: `LOCI_CONFIG_DIR`, or the folder for settings of the platform.
 *
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function configFolder(machine: Machine): string {
  const chosen = folderVariable(machine, 'LOCI_CONFIG_DIR');
  if (chosen !== undefined) return chosen;
  return applicationFolder(machine, 'loci');
}

/** Returns the folder for the settings of an application, in the folder for settings of the platform. */
export function applicationFolder(machine: Machine, name: string): string {
  const { join } = pathOf(machine);
  if (machine.platform === 'win32')
    return join(folderVariable(machine, 'APPDATA') ?? join(machine.home, 'AppData', 'Roaming'), name);
  if (machine.platform === 'darwin') return join(machine.home, 'Library', 'Application Support', name);
  return join(folderVariable(machine, 'XDG_CONFIG_HOME') ?? join(machine.home, '.config'), name);
}

/** Returns the folder for the state of the command, such as the progress of imports. */
export function stateFolder(machine: Machine): string {
  const { join } = pathOf(machine);
  if (machine.platform === 'win32')
    return join(folderVariable(machine, 'LOCALAPPDATA') ?? join(machine.home, 'AppData', 'Local'), 'loci');
  if (machine.platform === 'darwin') return join(machine.home, 'Library', 'Application Support', 'loci');
  return join(folderVariable(machine, 'XDG_STATE_HOME') ?? join(machine.home, '.local', 'state'), 'loci');
}
