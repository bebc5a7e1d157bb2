import type { Command } from 'commander';
import { sendRequest } from '../server/send-request.ts';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { openClient, resolveTarget } from '../session.ts';

const READY_TIMEOUT_MS = 5_000;

/** Adds `loci status`: shows the server, whether it is ready, and what the credential allows. */
export function addStatusCommand(program: Command, context: CommandContext): void {
  program
    .command('status')
    .summary('show the server, the credential and the number of memories')
    .description(
      'Shows whether the server is ready, what the credential allows, and how much data can be found.',
    )
    .action(async (_options: unknown, command: Command) => {
      const options = optionsOf(command);
      const { terminal } = context;
      const { baseUrl, profile } = await resolveTarget(context, options);
      const url = `${baseUrl}/health/ready`;
      const { status } = await sendRequest({ method: 'GET', url, timeoutMs: READY_TIMEOUT_MS });
      if (status !== 200 && status !== 503)
        throw new CommandError(EXIT_CODE.unavailable, `${baseUrl} is not a Loci server. Check the address.`);
      const isReady = status === 200;
      if (!isReady)
        throw new CommandError(EXIT_CODE.unavailable, `${baseUrl} is not ready. See the log of the server.`);
      const loci = await openClient(context, options);
      const [identity, statistics] = [await loci.auth.verify(), await loci.search.stats()];
      if (options.json === true)
        return terminal.printJson({ url: baseUrl, profile, ready: isReady, identity, statistics });
      const { permissions, tenant_id: tenant, user_id: user, tier } = identity;
      const {
        total_memories: memories,
        total_relationships: relationships,
        total_documents: documents,
      } = statistics;
      terminal.print(`Server:      ${baseUrl} (ready)`);
      terminal.print(`Profile:     ${profile}`);
      terminal.print(`Tenant:      ${tenant} (${tier})`);
      terminal.print(`User:        ${user}`);
      terminal.print(`Permissions: ${permissions.join(', ')}`);
      terminal.print(
        `Data:        ${memories} memories, ${relationships} relationships, ${documents} documents`,
      );
      if (statistics.embedding_coverage < 1)
        terminal.print(
          `Indexed:     ${(statistics.embedding_coverage * 100).toFixed(1)} % of the memories by meaning`,
        );
    });
}
