import { CommandError } from '../command-error.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT_CODE } from '../exit-code.ts';

const VARIABLE = 'LOCI_BACKUP_PASSPHRASE';
const MIN_CHARACTERS = 12;

/**
 * Returns the passphrase of a backup: from `LOCI_BACKUP_PASSPHRASE`, or from a person.
 *
 * @param isNew true if the passphrase encrypts a new backup
 * @throws CommandError if there is no passphrase, or a new one is too short
 */
export async function readPassphrase({ terminal, machine }: CommandContext, isNew: boolean): Promise<string> {
  const configured = machine.env[VARIABLE] || undefined;
  if (configured === undefined && !terminal.isInteractive)
    throw new CommandError(EXIT_CODE.usage, `Set the passphrase of the backup in ${VARIABLE}.`);
  const passphrase = configured ?? (await terminal.ask('Passphrase: '));
  if (isNew && passphrase.length < MIN_CHARACTERS)
    throw new CommandError(
      EXIT_CODE.usage,
      `The passphrase must have at least ${MIN_CHARACTERS} characters.`,
    );
  return passphrase;
}
