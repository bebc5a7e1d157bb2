import { MCP_CLIENTS } from '@loci/contracts/mcp-clients';
import { folderVariable, pathOf } from '../../loci/credentials/config-folder.ts';
import type { Machine } from '../../loci/credentials/config-folder.ts';
import type { Assistant } from '../assistant.ts';
import { jsonHooksFile } from '../config-files/json-hooks-file.ts';
import { tomlServerFile } from '../config-files/toml-server-file.ts';
import { quoteCommand } from '../quote-command.ts';

const CLIENT = MCP_CLIENTS.codex;

const HOOK_TIMEOUT_SECONDS = 10;

/**
 * Codex. `CODEX_HOME` replaces `~/.codex`.
 *
 * @see https://developers.openai.com/codex/mcp
 * @see https://developers.openai.com/codex/hooks
 */
export const codex: Assistant = {
  name: 'codex',
  title: CLIENT.title,
  traces: (machine) => [codexFolder(machine)],
  files: (machine) => {
    const { join } = pathOf(machine);
    const servers = tomlServerFile(join(codexFolder(machine), 'config.toml'), (server) =>
      server.kind === 'http'
        ? CLIENT.httpFields(server.url)
        : { command: server.command, args: [...server.args] },
    );
    // The shell that runs hooks on Windows is not documented.
    if (machine.platform === 'win32') return [servers];
    const hooks = jsonHooksFile(join(codexFolder(machine), 'hooks.json'), {
      assistant: 'codex',
      events: [
        { event: 'UserPromptSubmit', action: 'recall' },
        { event: 'Stop', action: 'store' },
      ],
      isGrouped: true,
      toHook: (command) => ({
        type: 'command',
        command: quoteCommand(command),
        timeout: HOOK_TIMEOUT_SECONDS,
      }),
    });
    return [servers, hooks];
  },
  acceptsHttp: true,
  nextStep:
    'Start Codex, and enter /hooks to allow the hooks. With --oauth, also run `codex mcp login loci`.',
};

/** Returns the folder with the settings and the transcripts of Codex. */
export const codexFolder = (machine: Machine): string =>
  folderVariable(machine, 'CODEX_HOME') ?? pathOf(machine).join(machine.home, '.codex');
