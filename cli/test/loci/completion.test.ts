import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestMachine } from './run-command.ts';

const machine = createTestMachine();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loci-completion-'));
  writeFileSync(join(folder, 'notes.json'), '');
});
afterAll(() => {
  machine.remove();
  rmSync(folder, { recursive: true, force: true });
});

const isInstalled = (shell: string): boolean => {
  try {
    execFileSync(shell, ['-c', 'true']);
    return true;
  } catch {
    return false;
  }
};

/** Loads the script in a shell, and returns its completions of a command line. */
async function complete(shell: 'bash' | 'fish', words: string[]): Promise<string[]> {
  const { stdout: script } = await machine.run(['completion', shell]);
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const program =
    shell === 'bash'
      ? `${script}\nCOMP_WORDS=(loci ${quoted}); COMP_CWORD=${words.length}; _loci_completion; printf '%s\\n' "\${COMPREPLY[@]}"`
      : `${script}\ncomplete -C ${`'loci ${words.join(' ')}'`}`;
  const output = execFileSync(shell, ['-c', program], { cwd: folder, encoding: 'utf8' });
  return output.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0]!]));
}

const CASES: [string, string[], string[], string[]][] = [
  ['commands', ['st'], ['store', 'status'], ['search']],
  ['subcommands', ['db', ''], ['migrate'], ['store']],
  ['options of a command and of the program', ['store', '--'], ['--importance', '--profile'], ['--force']],
  ['options of a subcommand', ['db', 'migrate', '--'], ['--json'], ['--importance']],
  ['values of an option', ['import', '--format', 'c'], ['chatgpt', 'codex'], ['mem0']],
  ['values that start with a dash', ['list', '--sort', '-i'], ['-importance'], ['--limit']],
  ['memory types', ['store', '--type', 'f'], ['fact'], ['task']],
  ['values of an argument', ['completion', ''], ['bash', 'zsh', 'fish'], ['store']],
  ['files', ['import', 'no'], ['notes.json'], ['store']],
  [
    'commands after the value of an option that has the name of a command',
    ['--profile', 'db', 'st'],
    ['store'],
    ['migrate'],
  ],
];

const describeInstalled = (shell: string) => (isInstalled(shell) ? describe : describe.skip);

describeInstalled('bash')('the completion for bash', () => {
  test.each(CASES)('completes %s', async (_name, words, included, excluded) => {
    const completions = await complete('bash', words);
    expect(completions).toEqual(expect.arrayContaining(included));
    expect(completions.filter((completion) => excluded.includes(completion))).toEqual([]);
  });

  test('suggests nothing for the free value of an option', async () => {
    expect(await complete('bash', ['store', '--importance', ''])).toEqual([]);
  });
});

describeInstalled('fish')('the completion for fish', () => {
  // Fish completes a word that starts with a dash as an option, also after an option with a value.
  test.each(CASES.filter(([name]) => name !== 'values that start with a dash'))(
    'completes %s',
    async (_name, words, included, excluded) => {
      const completions = await complete('fish', words);
      expect(completions).toEqual(expect.arrayContaining(included));
      expect(completions.filter((completion) => excluded.includes(completion))).toEqual([]);
    },
  );
});

describeInstalled('zsh')('the completion for zsh', () => {
  test('is loaded without an error', async () => {
    const { stdout: script } = await machine.run(['completion', 'zsh']);
    const program = `autoload -U compinit && compinit -u -d "$PWD/dump"\n${script}\nprint $_comps[loci]`;
    expect(execFileSync('zsh', ['-fc', program], { cwd: folder, encoding: 'utf8' })).toContain(
      '_loci_completion',
    );
  });
});

test('rejects another shell with exit code 2', async () => {
  expect(await machine.run(['completion', 'tcsh'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Allowed choices are bash, zsh, fish.'),
  });
});
