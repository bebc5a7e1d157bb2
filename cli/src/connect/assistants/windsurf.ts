import { MCP_CLIENTS } from '@loci/contracts/mcp-clients';
import { pathOf } from '../../loci/credentials/config-folder.ts';
import type { Assistant } from '../assistant.ts';
import { jsonServerFile } from '../config-files/json-server-file.ts';

const CLIENT = MCP_CLIENTS.windsurf;

/** Windsurf. @see https://docs.windsurf.com/windsurf/cascade/mcp */
export const windsurf: Assistant = {
  name: 'windsurf',
  title: CLIENT.title,
  traces: (machine) => [pathOf(machine).join(machine.home, '.codeium', 'windsurf')],
  files: (machine) => [
    jsonServerFile(
      pathOf(machine).join(machine.home, '.codeium', 'windsurf', 'mcp_config.json'),
      CLIENT.serversKey,
      (server) =>
        server.kind === 'http'
          ? CLIENT.httpFields(server.url)
          : { command: server.command, args: server.args },
    ),
  ],
  acceptsHttp: true,
  nextStep: 'Refresh the MCP servers in the Cascade panel.',
};
