import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Lists the paths of all Markdown files in Git, such as `docs/recovery.md`. */
export const listMarkdownFiles = (): string[] =>
  execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');

/** Reads a page of the documentation. @param page path, such as `docs/recovery.md` */
export const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
