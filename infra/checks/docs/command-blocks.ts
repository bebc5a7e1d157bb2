/** A block of commands on a page of the documentation. */
export interface CommandBlock {
  /** Line of the block, from 1. */
  line: number;
  language: 'sh' | 'sql';
  code: string;
  /** Path of the test that executes the block, `cluster` or `container engine` for what it needs, or null without a mark. */
  mark: string | null;
}

const BLOCK = /^([ \t]*)```(sh|sql)\n([\s\S]*?)^[ \t]*```$/gm;
const MARK = /<!-- (?:tested: (\S+)|needs a (cluster|container engine)) -->\s*$/;

/**
 * Returns the blocks of commands of a page with their marks. A mark is a comment before the block: `<!-- tested: FILE -->` for a block
 * that the test FILE executes, `<!-- needs a cluster -->` or `<!-- needs a container engine -->`.
 */
export function commandBlocksOf(markdown: string): CommandBlock[] {
  return [...markdown.matchAll(BLOCK)].map(({ index, 1: indent, 2: language, 3: code }) => {
    const before = markdown.slice(0, index);
    const [, test, need] = MARK.exec(before) ?? [];
    return {
      line: before.split('\n').length,
      language: language as CommandBlock['language'],
      code: code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      mark: test ?? need ?? null,
    };
  });
}
