import { CommanderError } from 'commander';
import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { EXIT_CODE } from './exit-code.ts';
import type { ExitCode } from './exit-code.ts';
import { createProgram } from './loci-program.ts';
import type { Streams } from './output/terminal.ts';
import { toCommandError } from './server/to-command-error.ts';

/**
 * Runs the `loci` command.
 *
 * @param args without the names of Node.js and of the script
 * @returns the exit code of the process
 */
export async function runLoci(
  args: readonly string[],
  context: CommandContext,
  streams: Streams,
): Promise<ExitCode> {
  const exitCode = await runProgram(args, context, streams);
  // Assistants block the prompt if a hook ends with exit code 2.
  return args[0] === 'hook' ? EXIT_CODE.success : exitCode;
}

async function runProgram(
  args: readonly string[],
  context: CommandContext,
  streams: Streams,
): Promise<ExitCode> {
  const program = createProgram(context);
  for (const command of [program, ...allSubcommands(program)])
    command.exitOverride().configureOutput({
      writeOut: (text) => void streams.stdout.write(text),
      writeErr: (text) => void streams.stderr.write(text),
    });
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT_CODE.success;
  } catch (error) {
    return reportError(context, error, args.includes('--json'));
  }
}

const allSubcommands = (command: Command): Command[] =>
  command.commands.flatMap((subcommand) => [subcommand, ...allSubcommands(subcommand)]);

function reportError({ terminal }: CommandContext, cause: unknown, asJson: boolean): ExitCode {
  // Commander has printed the message already.
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? EXIT_CODE.success : EXIT_CODE.usage;
  const error = toCommandError(cause);
  if (!(error instanceof CommandError)) {
    terminal.printError(String((error as Error).stack));
    return EXIT_CODE.failure;
  }
  const { message, code = null, requestId = null, exitCode } = error;
  if (asJson)
    terminal.note(JSON.stringify({ error: { message, code, request_id: requestId, exit_code: exitCode } }));
  else terminal.printError(message);
  return exitCode;
}
