import { MCP_CLIENTS } from '@loci/contracts/mcp-clients';
import { pathOf } from '../../loci/credentials/config-folder.ts';
import type { Machine } from '../../loci/credentials/config-folder.ts';
import type { Assistant } from '../assistant.ts';
import { jsonHooksFile } from '../config-files/json-hooks-file.ts';
import { jsonServerFile } from '../config-files/json-server-file.ts';
import { quoteCommand } from '../quote-command.ts';

const CLIENT = MCP_CLIENTS['gemini-cli'];

const HOOK_TIMEOUT_MS = 10_000;

/**
 * Gemini CLI. One file contains the servers and the hooks.
 *
 * @see https://geminicli.com/docs/tools/mcp-server
 * @see https://geminicli.com/docs/hooks/reference
 */
export const geminiCli: Assistant = {
  name: 'gemini-cli',
  title: CLIENT.title,
  traces: (machine) => [geminiFolder(machine)],
  files: (machine) => {
    const path = pathOf(machine).join(geminiFolder(machine), 'settings.json');
    const servers = jsonServerFile(path, CLIENT.serversKey, (server) =>
      server.kind === 'http' ? CLIENT.httpFields(server.url) : { command: server.command, args: server.args },
    );
    // Gemini CLI runs hooks in PowerShell on Windows, which needs another quotation.
    if (machine.platform === 'win32') return [servers];
    const hooks = jsonHooksFile(path, {
      assistant: 'gemini-cli',
      events: [
        { event: 'BeforeAgent', action: 'recall' },
        { event: 'AfterAgent', action: 'store' },
      ],
      isGrouped: true,
      toHook: (command, action) => ({
        name: `loci-${action}`,
        type: 'command',
        command: quoteCommand(command),
        timeout: HOOK_TIMEOUT_MS,
      }),
    });
    return [
      {
        path,
        connect: (text, setup) => hooks.connect(servers.connect(text, setup), setup),
        disconnect: (text) => hooks.disconnect(servers.disconnect(text)),
      },
    ];
  },
  acceptsHttp: true,
  nextStep: 'Start Gemini CLI. /mcp shows the connection.',
};

const geminiFolder = (machine: Machine): string => pathOf(machine).join(machine.home, '.gemini');
