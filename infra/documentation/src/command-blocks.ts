/** What the comment before a block says about its commands. */
export type Mark =
  /** The test executes the commands. */
  | { kind: 'tested'; test: string }
  /** The commands take too long for a test. The test passes their arguments to the option parser of the tool. */
  | { kind: 'options tested'; test: string }
  /** The commands need something that no test has. */
  | { kind: 'needs'; need: Need };

export type Need = 'cluster' | 'container engine' | 'container registry';

/** A block of commands on a page of the documentation. */
export interface CommandBlock {
  /** Line of the block, from 1. */
  line: number;
  /** `sh`, `sql`, or another name of a shell. */
  language: string;
  code: string;
  /** Null without a mark. */
  mark: Mark | null;
}

const BLOCK = /^([ \t]*)```(sh|bash|zsh|shell|console|sql)\b[^\n]*\n([\s\S]*?)^[ \t]*```$/gm;
const MARK =
  /<!-- (?:(tested|options tested): (\S+)|needs a (cluster|container engine|container registry)) -->\s*$/;

/**
 * Returns the blocks of commands of a page with their marks. A mark is a comment before the block: `<!-- tested: FILE -->` for a block
 * that the test FILE executes, `<!-- options tested: FILE -->` for a block whose options the test FILE parses, or
 * `<!-- needs a cluster -->`, `<!-- needs a container engine -->` or `<!-- needs a container registry -->`.
 */
export function commandBlocksOf(markdown: string): CommandBlock[] {
  return [...markdown.matchAll(BLOCK)].map(({ index, 1: indent, 2: language, 3: code }) => {
    const before = markdown.slice(0, index);
    return {
      line: before.split('\n').length,
      language: language!,
      code: code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      mark: markAtEndOf(before),
    };
  });
}

function markAtEndOf(markdown: string): Mark | null {
  const [, kind, test, need] = MARK.exec(markdown) ?? [];
  if (need !== undefined) return { kind: 'needs', need: need as Need };
  return test === undefined ? null : { kind: kind as 'tested' | 'options tested', test };
}
