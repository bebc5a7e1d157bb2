import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { addBackupCommand } from './commands/backup.command.ts';
import { addCompletionCommand } from './commands/completion.command.ts';
import { addConnectCommand } from './commands/connect.command.ts';
import { addDbCommand } from './commands/db.command.ts';
import { addDeleteCommand } from './commands/delete.command.ts';
import { addDoctorCommand } from './commands/doctor.command.ts';
import { addEditCommand } from './commands/edit.command.ts';
import { addExportCommand } from './commands/export.command.ts';
import { addGetCommand } from './commands/get.command.ts';
import { addHookCommand } from './commands/hook.command.ts';
import { addImportCommand } from './commands/import.command.ts';
import { addListCommand } from './commands/list.command.ts';
import { addLoginCommand } from './commands/login.command.ts';
import { addLogoutCommand } from './commands/logout.command.ts';
import { addMcpCommand } from './commands/mcp.command.ts';
import { addMoveToClusterCommand } from './commands/move-to-cluster.command.ts';
import { addRecallCommand } from './commands/recall.command.ts';
import { addRestoreCommand } from './commands/restore.command.ts';
import { addSearchCommand } from './commands/search.command.ts';
import { addStatusCommand } from './commands/status.command.ts';
import { addStoreCommand } from './commands/store.command.ts';
import { VERSION } from './version.ts';

/** Creates the `loci` command with all subcommands. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('loci')
    .description('Stores and finds memories on a Loci server, and operates a server.')
    .version(VERSION)
    .option('--profile <name>', 'profile with the server and the credential (LOCI_PROFILE)')
    .option('--url <address>', 'address of the server (LOCI_URL)')
    .option('--json', 'print JSON for scripts')
    .showHelpAfterError('Run `loci help` for a list of commands, or `loci <command> --help` for options.')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nThe variable LOCI_API_KEY contains an API key that replaces the credential of the profile.',
    );
  for (const addCommand of [
    addLoginCommand,
    addLogoutCommand,
    addStoreCommand,
    addSearchCommand,
    addRecallCommand,
    addGetCommand,
    addListCommand,
    addEditCommand,
    addDeleteCommand,
    addConnectCommand,
    addMcpCommand,
    addHookCommand,
    addImportCommand,
    addExportCommand,
    addStatusCommand,
    addDoctorCommand,
    addBackupCommand,
    addRestoreCommand,
    addDbCommand,
    addMoveToClusterCommand,
    addCompletionCommand,
  ])
    addCommand(program, context);
  return program;
}
