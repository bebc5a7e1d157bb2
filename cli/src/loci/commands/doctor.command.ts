import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import type { CheckResult } from '../doctor/check.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { dataDirOption } from '../operators/data-dir-option.ts';
import { cleanText } from '../output/clean-text.ts';
import type { Terminal } from '../output/terminal.ts';

interface Options {
  dataDir?: string;
}

const STYLES = { ok: 'green', warn: 'yellow', fail: 'red', skip: 'dim' } as const;

/** Adds `loci doctor`. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .summary('check this machine, the server and the sign-in, and show what to do')
    .description(
      'Checks versions, folders, disk, ports, the data folder of a standalone platform, the server, its clock, database ' +
        'and engines, and the sign-in. Also works without a server.',
    )
    .addOption(dataDirOption())
    .action(async (_options: unknown, command: Command) => {
      const options = optionsOf<Options>(command);
      const { terminal } = context;
      const results = await runChecks(context, options);
      if (options.json === true) terminal.printJson({ checks: results });
      else for (const result of results) printResult(terminal, result);
      const failed = results.filter(({ status }) => status === 'fail').length;
      if (failed > 0)
        throw new CommandError(
          EXIT_CODE.unhealthy,
          `${failed} of ${results.length} checks failed. Follow the instructions above.`,
        );
    });
}

function printResult(terminal: Terminal, { name, status, message, action }: CheckResult): void {
  terminal.print(
    `${terminal.style(STYLES[status], status.padEnd(4))}  ${name.padEnd(11)}  ${cleanText(message)}`,
  );
  if (action !== undefined) terminal.print(`${' '.repeat(19)}${cleanText(action)}`);
}
