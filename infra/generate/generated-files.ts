import { readFileSync } from 'node:fs';
import { environmentSchema } from '@loci/standalone';
import { configurationPage } from './configuration-page.ts';

/** A file that is made from the code. */
export interface GeneratedFile {
  /** From the root of the repository. */
  path: string;
  content: () => string;
}

export const GENERATED_FILES: readonly GeneratedFile[] = [
  { path: 'docs/configuration.md', content: () => configurationPage(environmentSchema) },
];

export const locate = ({ path }: GeneratedFile): URL => new URL(`../../${path}`, import.meta.url);

/** True when the committed file is what the code makes today. */
export const isCurrent = (file: GeneratedFile): boolean =>
  readFileSync(locate(file), 'utf8') === file.content();
