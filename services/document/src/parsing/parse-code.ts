import { DECLARATION_NAMES } from './code-declarations.ts';
import { decodeText } from './decode-text.ts';
import type { FormatParser } from './format-parser.ts';
import { sectionName } from './section-path.ts';
import { linesOf, buildSourceDocument } from './source-blocks.ts';
import type { BlockStart } from './source-blocks.ts';

/** Parses source code into blocks, which empty lines separate. Sections are the enclosing declarations. */
export const parseCode: FormatParser = async ({ bytes, type, limits }) => {
  const { text } = await decodeText(await bytes(), type.extension);
  return buildSourceDocument(text, type.contentType, codeStarts(text, type.extension), limits);
};

/** Maximum number of characters of a line that are searched for a declaration. */
const MAX_DECLARATION_LENGTH = 300;

/** Returns the start of each block of consecutive non-empty lines, with its section. */
export function codeStarts(text: string, extension: string): BlockStart[] {
  const starts: BlockStart[] = [];
  const nameOf = DECLARATION_NAMES[extension];
  let open: { indentation: number; name: string }[] = [];
  let block: BlockStart | undefined;
  let blockHasName = false;

  for (const line of linesOf(text)) {
    const source = text.slice(line.start, Math.min(line.end, line.start + MAX_DECLARATION_LENGTH));
    if (source.trim() === '') {
      block = undefined;
      continue;
    }
    const indentation = source.length - source.trimStart().length;
    if (!block) {
      open = open.filter((declaration) => declaration.indentation < indentation);
      block = { offset: line.start, kind: 'code', section: sectionOf(open) };
      blockHasName = false;
      starts.push(block);
    }
    const name = nameOf?.(source);
    if (name !== undefined) {
      open = [...open.filter((declaration) => declaration.indentation < indentation), { indentation, name }];
      // The first declaration names the block, so that comments and decorators above it have its section.
      if (!blockHasName) block.section = sectionOf(open);
      blockHasName = true;
    }
  }
  return starts;
}

function sectionOf(open: readonly { name: string }[]): string | undefined {
  return sectionName(open.map((declaration) => declaration.name));
}
