import { pathOf } from '../../loci/credentials/config-folder.ts';
import type { Assistant } from '../assistant.ts';
import { jsonServerFile } from '../config-files/json-server-file.ts';

/** Windsurf. @see https://docs.windsurf.com/windsurf/cascade/mcp */
export const windsurf: Assistant = {
  name: 'windsurf',
  title: 'Windsurf',
  traces: (machine) => [pathOf(machine).join(machine.home, '.codeium', 'windsurf')],
  files: (machine) => [
    jsonServerFile(
      pathOf(machine).join(machine.home, '.codeium', 'windsurf', 'mcp_config.json'),
      'mcpServers',
      (server) =>
        server.kind === 'http' ? { serverUrl: server.url } : { command: server.command, args: server.args },
    ),
  ],
  acceptsHttp: true,
  nextStep: 'Refresh the MCP servers in the Cascade panel.',
};
