import { MCP_CLIENTS } from '@loci/contracts/mcp-clients';
import { applicationFolder, pathOf } from '../../loci/credentials/config-folder.ts';
import type { Assistant } from '../assistant.ts';
import { jsonServerFile } from '../config-files/json-server-file.ts';

/**
 * Claude Desktop. Its configuration file can only start processes.
 *
 * @see https://modelcontextprotocol.io/docs/develop/connect-local-servers
 */
export const claudeDesktop: Assistant = {
  name: 'claude-desktop',
  title: MCP_CLIENTS['claude-desktop'].title,
  traces: (machine) => [applicationFolder(machine, 'Claude')],
  files: (machine) => [
    jsonServerFile(
      pathOf(machine).join(applicationFolder(machine, 'Claude'), 'claude_desktop_config.json'),
      'mcpServers',
      (server) =>
        server.kind === 'http' ? { url: server.url } : { command: server.command, args: server.args },
    ),
  ],
  acceptsHttp: false,
  nextStep: 'Quit Claude Desktop, and start it again.',
};
