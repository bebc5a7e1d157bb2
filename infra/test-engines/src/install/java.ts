import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { SetupError } from '../setup-problem.ts';

export interface Jdk {
  home: string;
  /** The first part of its version, such as 17. */
  major: number;
}

/**
 * The development kits of this machine: those that ES_JAVA_HOME and JAVA_HOME name, that of the `java` on the PATH,
 * and those beside it. A run time without a compiler does not count.
 */
export function findJdks(environment: Record<string, string | undefined> = process.env): Jdk[] {
  const named = [environment['ES_JAVA_HOME'], environment['JAVA_HOME']].filter((home) => !!home);
  const onPath = homeOnPath(environment['PATH'] ?? '');
  const beside = onPath === undefined ? [] : foldersIn(dirname(onPath));
  const homes = [...named, ...(onPath === undefined ? [] : [onPath]), ...beside].map((home) => home!);
  return [...new Set(homes)]
    .map((home) => ({ home, major: majorOf(home) }))
    .filter((jdk): jdk is Jdk => jdk.major !== undefined);
}

/**
 * The first development kit in a range of versions.
 *
 * @param usedBy who needs it, for the message
 * @throws SetupProblem when there is none
 */
export function chooseJdk(jdks: readonly Jdk[], usedBy: string, from: number, to = Infinity): Jdk {
  const chosen = jdks.find(({ major }) => major >= from && major <= to);
  if (chosen !== undefined) return chosen;
  const found = jdks.map(({ home, major }) => `${major} in ${home}`).join(', ') || 'none';
  const range = to === Infinity ? `${from} or newer` : `${from} to ${to}`;
  throw new SetupError(
    `${usedBy} needs a JDK ${range}; found: ${found}. Install one beside the others, or name it by JAVA_HOME.`,
  );
}

export function javaOf(jdk: Jdk): string {
  return join(jdk.home, 'bin', 'java');
}

function homeOnPath(path: string): string | undefined {
  const java = path
    .split(delimiter)
    .map((folder) => join(folder, 'java'))
    .find((file) => existsSync(file));
  return java === undefined ? undefined : dirname(dirname(realpathSync(java)));
}

function foldersIn(parent: string): string[] {
  return readdirSync(parent)
    .sort()
    .map((name) => join(parent, name));
}

function majorOf(home: string): number | undefined {
  if (!existsSync(join(home, 'bin', 'javac')) || !existsSync(join(home, 'release'))) return undefined;
  const version = /^JAVA_VERSION="(\d+)/m.exec(readFileSync(join(home, 'release'), 'utf8'));
  return version === null ? undefined : Number(version[1]);
}
