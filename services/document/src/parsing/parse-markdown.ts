import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { decodeText } from './decode-text.ts';
import { documentProperties } from './document-properties.ts';
import type { DocumentProperties } from './document-properties.ts';
import { firstHeading } from './first-heading.ts';
import type { FormatParser } from './format-parser.ts';
import type { BlockKind } from './parsed-document.ts';
import { createSectionPath } from './section-path.ts';
import { linesOf, buildSourceDocument } from './source-blocks.ts';
import type { BlockStart } from './source-blocks.ts';

/** Parses Markdown (CommonMark with tables). Keeps the source as the text and derives blocks from its structure. */
export const parseMarkdown: FormatParser = async ({ bytes, type, limits }) => {
  const { text } = await decodeText(await bytes(), type.extension);
  const document = buildSourceDocument(text, type.contentType, markdownStarts(text), limits);
  return { ...document, ...readFrontMatter(text, firstHeading(document)) };
};

const FRONT_MATTER = /^---[ \t]*(?:\r\n?|\n)[^]*?(?:\r\n?|\n)(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|$)/;

/** Maximum length of front matter that is parsed, in UTF-16 code units. */
const MAX_FRONT_MATTER_LENGTH = 65_536;

/** Reads `title`, `author` and `authors` of the front matter. Ignores front matter that is not valid YAML. */
function readFrontMatter(text: string, heading: string | undefined): DocumentProperties {
  const source = FRONT_MATTER.exec(text)?.[0] ?? '';
  if (source === '' || source.length > MAX_FRONT_MATTER_LENGTH) return documentProperties([heading]);
  const fields = parseDocument(source.replace(/(?:---|\.\.\.)\s*$/, ''), { logLevel: 'silent' });
  const valuesOf = (name: string): unknown[] => {
    const node =
      fields.errors.length === 0 && isMap(fields.contents) ? fields.contents.get(name, true) : null;
    if (isSeq(node)) return node.items.map(scalarOf);
    return [scalarOf(node)];
  };
  return documentProperties(
    [...valuesOf('title').slice(0, 1), heading],
    [...valuesOf('author'), ...valuesOf('authors')],
  );
}

/** Returns the value of a scalar, or of the entry `name` of a mapping. */
function scalarOf(node: unknown): unknown {
  if (isMap(node)) return scalarOf(node.get('name', true));
  return isScalar(node) ? node.value : undefined;
}

const KIND_BY_TOKEN: Readonly<Record<string, BlockKind>> = {
  heading_open: 'heading',
  paragraph_open: 'paragraph',
  html_block: 'paragraph',
  fence: 'code',
  code_block: 'code',
  list_item_open: 'list',
  tr_open: 'table',
};

/** Returns the start of each block of a Markdown source. */
export function markdownStarts(text: string): BlockStart[] {
  const bodyStart = FRONT_MATTER.exec(text)?.[0].length ?? 0;
  const body = text.slice(bodyStart);
  const lineStarts = Array.from(linesOf(body), (line) => bodyStart + line.start);
  const starts: BlockStart[] = bodyStart > 0 ? [{ offset: 0, kind: 'code' }] : [];
  const sections = createSectionPath();
  const tokens = blockTokens(body);

  tokens.forEach((token, index) => {
    const kind = KIND_BY_TOKEN[token.type];
    const offset = token.map && lineStarts[token.map[0]];
    if (kind === undefined || offset == null || offset <= (starts.at(-1)?.offset ?? -1)) return;
    if (kind === 'heading' && token.level === 0) {
      const level = Number(token.tag.slice(1));
      sections.enter(level, plainTitle(tokens[index + 1]?.content ?? ''));
      starts.push({ offset, kind, level, section: sections.current() });
    } else {
      // A heading inside a block quote or a list does not start a section.
      starts.push({ offset, kind: kind === 'heading' ? 'paragraph' : kind, section: sections.current() });
    }
  });
  return starts.length > 0 ? starts : [{ offset: 0, kind: 'paragraph' }];
}

function blockTokens(body: string): Token[] {
  const markdown = new MarkdownIt('default', { html: true });
  // Only blocks are needed. Parsing emphasis and links would take most of the time.
  markdown.core.ruler.disable(['inline', 'linkify', 'replacements', 'smartquotes']);
  return markdown.parse(body, {});
}

function plainTitle(source: string): string {
  return source
    .slice(0, 500)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]{1,3}([^*_`]+)[*_`]{1,3}/g, '$1');
}
