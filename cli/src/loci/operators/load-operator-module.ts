import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';

/**
 * Loads a module with the packages of the platform. The npm package `loci` does not contain them.
 *
 * @throws CommandError if the packages are not installed
 */
export async function loadOperatorModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CommandError(
      EXIT_CODE.usage,
      'This command needs the packages of the platform, which the npm package `loci` does not contain. ' +
        'Run it in the repository of Loci with `npm run -s loci --` instead of `npx loci`.',
    );
  }
}
