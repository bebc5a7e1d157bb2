import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { SetupError } from '../setup-problem.ts';

export interface Jdk {
  home: string;
  /** Major version, such as 17. */
  major: number;
}

/**
 * Finds the JDKs of this machine: those that ES_JAVA_HOME and JAVA_HOME name, the JDK of the `java` on the
 * PATH, and the JDKs in the same parent folder. Ignores runtimes without a compiler.
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
 * Returns the first JDK in a version range.
 *
 * @param usedBy name of the engine, for the message
 * @throws SetupError if there is none
 */
export function chooseJdk(jdks: readonly Jdk[], usedBy: string, from: number, to = Infinity): Jdk {
  const chosen = jdks.find(({ major }) => major >= from && major <= to);
  if (chosen !== undefined) return chosen;
  const found = jdks.map(({ home, major }) => `${major} in ${home}`).join(', ') || 'none';
  const range = to === Infinity ? `${from} or newer` : `${from} to ${to}`;
  throw new SetupError(
    `${usedBy} needs JDK ${range}. Found: ${found}. Install a suitable JDK, or set JAVA_HOME to one.`,
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
