// cspell:ignore SHLVL
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Programs that shell commands start without effect, so that their arguments can be checked. */
const PROGRAMS = ['npm', 'npx', 'apt-get', 'claude', '.runtime/node', 'infra/embedder/generate.sh'];
const END_OF_ARGUMENTS = '\u001e';
const END_OF_CALL = '\u001d';
/** Appends the name of the program, its arguments and its environment to the file in `RECORDED_CALLS`. */
const RECORDER = `#!/bin/sh
{
  printf '%s\\0' "$0" "$@" '${END_OF_ARGUMENTS}'
  env -0
  printf '%s\\0' '${END_OF_CALL}'
} >> "$RECORDED_CALLS"
`;
/** Variables that the shell and the recorder set. */
const OWN_VARIABLES = new Set(['RECORDED_CALLS', 'PATH', 'PWD', 'OLDPWD', 'SHLVL', '_']);

/** A program that shell commands start. */
export interface ToolCall {
  /** File of the repository that runs, such as `infra/bench/src/main.ts`. Otherwise, the name of the program, such as `npx`. */
  tool: string;
  args: string[];
  /** Variables that the commands set or received. */
  environment: Record<string, string>;
}

/**
 * Runs shell commands with programs that only record how they are called. Replaces scripts of npm by the file that they run with
 * Node.js. A placeholder such as `<file>` is an argument `file`.
 *
 * @param environment variables for the commands
 * @throws Error if the commands start another program that fails or is missing, a script that package.json lacks, a file that does
 *   not exist, or a script with options that npm would not pass to it
 */
export function recordToolCalls(commands: string, environment: Record<string, string> = {}): ToolCall[] {
  const folder = mkdtempSync(join(tmpdir(), 'loci-commands-'));
  try {
    for (const program of PROGRAMS) {
      const path = join(folder, program);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, RECORDER);
      chmodSync(path, 0o755);
    }
    const recorded = join(folder, 'calls');
    writeFileSync(recorded, '');
    execFileSync('sh', ['-euc', commands.replaceAll(/<([\w.-]+)>/g, '$1')], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environment, PATH: `${folder}:${process.env['PATH']}`, RECORDED_CALLS: recorded },
    });
    return parseCalls(readFileSync(recorded, 'utf8'), `${folder}/`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param folder prefix of programs that the shell found in the path */
function parseCalls(recorded: string, folder: string): ToolCall[] {
  const calls = recorded.split(`${END_OF_CALL}\0`).slice(0, -1);
  return calls.map((call) => {
    const [words, variables] = call
      .split(`${END_OF_ARGUMENTS}\0`)
      .map((part) => part.split('\0').slice(0, -1));
    const [program, ...args] = words as [string, ...string[]];
    const environment = Object.fromEntries(
      variables!
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
        .filter(([name]) => !OWN_VARIABLES.has(name)),
    );
    return { ...resolveTool(program.replace(folder, ''), args), environment };
  });
}

function resolveTool(program: string, args: string[]): Pick<ToolCall, 'tool' | 'args'> {
  if (program === 'npm') return resolveScript(args);
  if (program !== '.runtime/node') return { tool: program.includes('/') ? existing(program) : program, args };
  const [tool, ...rest] = args as [string, ...string[]];
  return { tool: existing(tool), args: rest };
}

function resolveScript(words: string[]): Pick<ToolCall, 'tool' | 'args'> {
  const [name, ...rest] = words[0] === 'run' ? words.slice(1) : words;
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const script = scripts[name!];
  if (script === undefined) throw new Error(`package.json has no script ${name}.`);
  if (rest.length > 0 && rest[0] !== '--')
    throw new Error(`npm does not pass ${rest.join(' ')} to ${name}. Write -- before the options.`);
  const parts = script.split(' ');
  const file = parts.findLastIndex((part) => /\.(ts|js)$/.test(part));
  return { tool: existing(parts[file]!), args: [...parts.slice(file + 1), ...rest.slice(1)] };
}

function existing(path: string): string {
  if (!existsSync(join(ROOT, path))) throw new Error(`${path} does not exist.`);
  return path;
}
