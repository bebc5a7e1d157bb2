import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { configDirOption, withConfigDir } from '../config-dir-option.ts';
import { clientOptions } from '../session.ts';

interface Options {
  configDir?: string;
}

/** Adds `loci mcp`, which assistants start. */
export function addMcpCommand(program: Command, context: CommandContext): void {
  program
    .command('mcp')
    .summary('serve the tools of Loci to an assistant that starts this command')
    .description(
      'Forwards the Model Context Protocol between the standard streams and the server, with the credential of the ' +
        'profile. `loci connect` adds this command to assistants.',
    )
    .addOption(configDirOption())
    .action(async (_options: unknown, command: Command) => {
      const { configDir, ...options } = optionsOf<Options>(command);
      // The libraries of the protocol are loaded only here, because they delay other commands.
      const { runBridge } = await import('../../mcp-bridge/run-bridge.ts');
      const self = withConfigDir(context, configDir);
      await runBridge({
        // Each request reads the profile, so a sign-in takes effect without a restart of the assistant.
        connection: () => clientOptions(self, options),
        streams: context.streams,
        report: (message) => context.terminal.note(message),
      });
    });
}
