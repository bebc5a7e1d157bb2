import { MCP_CLIENTS } from '@loci/contracts/mcp-clients';
import { folderVariable, pathOf } from '../../loci/credentials/config-folder.ts';
import type { Machine } from '../../loci/credentials/config-folder.ts';
import type { Assistant } from '../assistant.ts';
import { jsonHooksFile } from '../config-files/json-hooks-file.ts';
import { jsonServerFile } from '../config-files/json-server-file.ts';
import { quoteCommand } from '../quote-command.ts';

const CLIENT = MCP_CLIENTS['claude-code'];

/** Seconds until Claude Code cancels a hook. The hooks end earlier. */
const HOOK_TIMEOUT_SECONDS = 10;

/**
 * Claude Code. `CLAUDE_CONFIG_DIR` replaces `~/.claude`, and then also contains `.claude.json`.
 *
 * @see https://code.claude.com/docs/en/mcp
 * @see https://code.claude.com/docs/en/hooks
 */
export const claudeCode: Assistant = {
  name: 'claude-code',
  title: CLIENT.title,
  traces: (machine) => [serversPath(machine), claudeFolder(machine)],
  files: (machine) => [
    jsonServerFile(serversPath(machine), CLIENT.serversKey, (server) =>
      server.kind === 'http'
        ? CLIENT.httpFields(server.url)
        : { type: 'stdio', command: server.command, args: server.args, env: {} },
    ),
    jsonHooksFile(pathOf(machine).join(claudeFolder(machine), 'settings.json'), {
      assistant: 'claude-code',
      events: [
        { event: 'UserPromptSubmit', action: 'recall' },
        { event: 'Stop', action: 'store' },
        { event: 'SessionEnd', action: 'store' },
      ],
      isGrouped: true,
      toHook: (command) => ({
        type: 'command',
        // The shell of hooks on Windows depends on the installation, so the program is started without one.
        ...(machine.platform === 'win32' ? command : { command: quoteCommand(command) }),
        timeout: HOOK_TIMEOUT_SECONDS,
      }),
    }),
  ],
  acceptsHttp: true,
  nextStep: 'Start a new session of Claude Code. `claude mcp get loci` shows the connection.',
};

/** Returns the folder with the settings and the transcripts of Claude Code. */
export const claudeFolder = (machine: Machine): string =>
  folderVariable(machine, 'CLAUDE_CONFIG_DIR') ?? pathOf(machine).join(machine.home, '.claude');

const serversPath = (machine: Machine): string =>
  pathOf(machine).join(folderVariable(machine, 'CLAUDE_CONFIG_DIR') ?? machine.home, '.claude.json');
