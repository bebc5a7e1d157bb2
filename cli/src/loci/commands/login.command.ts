import { Loci } from '@loci/client';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { signInWithDevice } from '../credentials/device-flow.ts';
import { discoverAuthorization } from '../credentials/discover-authorization.ts';
import type { Credential } from '../credentials/profile.ts';
import { exchangeApiKey, tokensOfProfile } from '../credentials/token-source.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { cleanText } from '../output/clean-text.ts';
import { serverFetch } from '../server/server-fetch.ts';
import { resolveTarget } from '../session.ts';
import type { Target } from '../session.ts';

interface Options {
  apiKey?: string | true;
}

/** Adds `loci login`: stores a credential for a server in a profile. */
export function addLoginCommand(program: Command, context: CommandContext): void {
  program
    .command('login')
    .summary('sign in to a server')
    .description(
      'Signs in to a server and stores the credential in the profile. Without --api-key, shows a code that you ' +
        'approve in a browser. With --api-key and no value, asks for the key or reads it from the standard input.',
    )
    .option('--api-key [key]', 'sign in with an API key')
    .action(async (_options: unknown, command: Command) => {
      const options = optionsOf<Options>(command);
      const target = await resolveTarget(context, options);
      const { terminal } = context;
      if (isUnprotected(target.baseUrl))
        terminal.note(
          `warning: ${target.baseUrl} is not encrypted. Others in the network can read your credential.`,
        );
      const credential =
        options.apiKey === undefined
          ? await deviceCredential(context, target)
          : await keyCredential(context, target, options.apiKey);
      await target.store.update(target.profile, () => ({ url: target.baseUrl, credential }));
      const { tenant_id, user_id } = await new Loci({
        baseUrl: target.baseUrl,
        accessToken: tokensOfProfile(target.store, target.profile),
        fetch: serverFetch,
      }).auth.verify();
      if (options.json === true)
        terminal.printJson({ profile: target.profile, url: target.baseUrl, tenant_id, user_id });
      else
        terminal.print(`Signed in to ${target.baseUrl} (profile "${target.profile}", tenant ${tenant_id}).`);
    });
}

async function keyCredential(
  context: CommandContext,
  target: Target,
  option: string | true,
): Promise<Credential> {
  const { terminal } = context;
  const apiKey = (option === true ? await readKey(context) : option).trim();
  if (!/^loci_[A-Za-z0-9]+_[A-Za-z0-9_-]+$/u.test(apiKey))
    throw new CommandError(
      EXIT_CODE.usage,
      'The API key must have the form loci_<prefix>_<secret>. Create a key in the portal of the server.',
    );
  if (option !== true)
    terminal.note(
      'note: the key can remain in the history of your shell. `--api-key` without a value asks for it.',
    );
  return { kind: 'api-key', apiKey, accessToken: await exchangeApiKey(target.baseUrl, apiKey) };
}

const readKey = ({ terminal }: CommandContext): Promise<string> =>
  terminal.isInteractive ? terminal.ask('API key: ') : terminal.readInput();

async function deviceCredential({ terminal }: CommandContext, target: Target): Promise<Credential> {
  const server = await discoverAuthorization(target.baseUrl);
  const previous = await target.store.get(target.profile);
  const known =
    previous?.url === target.baseUrl && previous.credential?.kind === 'oauth'
      ? previous.credential.clientId
      : undefined;
  return signInWithDevice(server, known, ({ userCode, verificationUri }) => {
    terminal.note(
      `Open ${cleanText(verificationUri)} in a browser, and enter the code ${cleanText(userCode)}.`,
    );
    terminal.note('Waiting for your approval. Press Ctrl+C to cancel.');
  });
}

function isUnprotected(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/u.test(hostname);
}
