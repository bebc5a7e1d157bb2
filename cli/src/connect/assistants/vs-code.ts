import { applicationFolder, pathOf } from '../../loci/credentials/config-folder.ts';
import type { Assistant } from '../assistant.ts';
import { jsonServerFile } from '../config-files/json-server-file.ts';

/** VS Code, default profile. @see https://code.visualstudio.com/docs/agents/reference/mcp-configuration */
export const vsCode: Assistant = {
  name: 'vs-code',
  title: 'VS Code',
  traces: (machine) => [pathOf(machine).join(applicationFolder(machine, 'Code'), 'User')],
  files: (machine) => [
    jsonServerFile(
      pathOf(machine).join(applicationFolder(machine, 'Code'), 'User', 'mcp.json'),
      'servers',
      (server) =>
        server.kind === 'http'
          ? { type: 'http', url: server.url }
          : { type: 'stdio', command: server.command, args: server.args },
    ),
  ],
  acceptsHttp: true,
  nextStep: 'Run the command "MCP: List Servers" in VS Code, and start loci.',
};
