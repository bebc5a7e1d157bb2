import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { revokeOAuth } from '../credentials/oauth-tokens.ts';
import { resolveTarget } from '../session.ts';

/** Adds `loci logout`: revokes the tokens of a profile and deletes its credential. */
export function addLogoutCommand(program: Command, context: CommandContext): void {
  program
    .command('logout')
    .summary('delete the stored credential')
    .description(
      'Deletes the credential of the profile. A sign-in in the browser is revoked at the server. An API key stays ' +
        'valid until you revoke it in the portal.',
    )
    .action(async (_options: unknown, command: Command) => {
      const options = optionsOf(command);
      const { profile, store } = await resolveTarget(context, options);
      const credential = (await store.get(profile))?.credential;
      let revoked = false;
      if (credential?.kind === 'oauth') {
        try {
          await revokeOAuth(credential);
          revoked = true;
        } catch (error) {
          context.terminal.note(
            `warning: ${(error as Error).message} Disconnect the client on the account page.`,
          );
        }
      }
      await store.update(profile, () => undefined);
      if (options.json === true)
        context.terminal.printJson({ profile, signed_out: credential !== undefined, revoked });
      else if (credential === undefined)
        context.terminal.print(`The profile "${profile}" has no credential.`);
      else context.terminal.print(`Signed out of the profile "${profile}".`);
    });
}
