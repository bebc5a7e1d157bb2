import { MCP_CLIENTS } from '@loci/contracts/mcp-clients';
import { pathOf } from '../../loci/credentials/config-folder.ts';
import type { Assistant } from '../assistant.ts';
import { jsonHooksFile } from '../config-files/json-hooks-file.ts';
import { jsonServerFile } from '../config-files/json-server-file.ts';
import { quoteCommand } from '../quote-command.ts';

const CLIENT = MCP_CLIENTS.cursor;

/**
 * Cursor. Its hooks can store a prompt, but cannot add a context to it.
 *
 * @see https://cursor.com/docs/context/mcp
 * @see https://cursor.com/docs/hooks
 */
export const cursor: Assistant = {
  name: 'cursor',
  title: CLIENT.title,
  traces: (machine) => [pathOf(machine).join(machine.home, '.cursor')],
  files: (machine) => {
    const { join } = pathOf(machine);
    const folder = join(machine.home, '.cursor');
    const servers = jsonServerFile(join(folder, 'mcp.json'), CLIENT.serversKey, (server) =>
      server.kind === 'http' ? CLIENT.httpFields(server.url) : { command: server.command, args: server.args },
    );
    // The shell that runs hooks on Windows is not documented.
    if (machine.platform === 'win32') return [servers];
    const hooks = jsonHooksFile(join(folder, 'hooks.json'), {
      assistant: 'cursor',
      events: [{ event: 'beforeSubmitPrompt', action: 'store' }],
      isGrouped: false,
      version: 1,
      toHook: (command) => ({ command: quoteCommand(command) }),
    });
    return [servers, hooks];
  },
  acceptsHttp: true,
  nextStep: 'Check the server under Settings > MCP.',
};
