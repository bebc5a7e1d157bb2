import { MCP_CLIENTS } from '@loci/contracts/mcp-clients';
import { applicationFolder, pathOf } from '../../loci/credentials/config-folder.ts';
import type { Assistant } from '../assistant.ts';
import { jsonServerFile } from '../config-files/json-server-file.ts';

const CLIENT = MCP_CLIENTS['vs-code'];

/** VS Code, default profile. @see https://code.visualstudio.com/docs/agents/reference/mcp-configuration */
export const vsCode: Assistant = {
  name: 'vs-code',
  title: CLIENT.title,
  traces: (machine) => [pathOf(machine).join(applicationFolder(machine, 'Code'), 'User')],
  files: (machine) => [
    jsonServerFile(
      pathOf(machine).join(applicationFolder(machine, 'Code'), 'User', 'mcp.json'),
      CLIENT.serversKey,
      (server) =>
        server.kind === 'http'
          ? CLIENT.httpFields(server.url)
          : { type: 'stdio', command: server.command, args: server.args },
    ),
  ],
  acceptsHttp: true,
  nextStep: 'Run the command "MCP: List Servers" in VS Code, and start loci.',
};
