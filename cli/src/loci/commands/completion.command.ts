import { Argument } from 'commander';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { bashCompletion } from '../completion/bash-completion.ts';
import { describeProgram } from '../completion/describe-program.ts';
import type { DescribedCommand } from '../completion/describe-program.ts';
import { fishCompletion } from '../completion/fish-completion.ts';
import { zshCompletion } from '../completion/zsh-completion.ts';

const SHELLS: Readonly<Record<string, (commands: readonly DescribedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Adds `loci completion`. */
export function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .summary('print a script that completes commands in a shell')
    .description(
      'Prints a script that completes commands, options and values. Its first line states how to load it.',
    )
    .addArgument(new Argument('<shell>', 'shell').choices(Object.keys(SHELLS)))
    .action((shell: string) => {
      context.terminal.print(SHELLS[shell]!(describeProgram(program)).trimEnd());
    });
}
