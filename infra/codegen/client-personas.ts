import { listPresetResources } from '@loci/personality-service';

const HEADER =
  '// Generated from the personas of the personality service by `npm run generate`. Do not edit.\n\n';

/** Content of `personas.ts` of the TypeScript client: the personas as a tenant with the highest tier lists them. */
export const clientPersonasFile = (): string =>
  `${HEADER}export const PERSONAS = ${JSON.stringify(listPresetResources(), null, 2)} as const;\n`;
