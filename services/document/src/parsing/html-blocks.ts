import { Parser } from 'htmlparser2';
import type { BlockPosition, DocumentBuilder } from './document-builder.ts';
import { parserLimitExceeded } from './parse-errors.ts';
import type { BlockKind } from './parsed-document.ts';

export interface HtmlOptions {
  /** XHTML, where `<title/>` closes itself. */
  isXhtml?: boolean;
  /** Where the blocks stand, e.g. the chapter. */
  place?: BlockPosition;
}

const UNSEEN = new Set(
  'title script style template noscript svg math iframe object audio video canvas select'.split(' '),
);

/** LINE SEPARATOR: tells a break that was asked for from the source's own line ends. */
const LINE_BREAK = '\u2028';

/** Declarations inside a document type, which would end it early and show their rest. */
const INTERNAL_SUBSET = /<!DOCTYPE[^>[]*\[[^\]]*\]\s*>/i;

/** Each open element costs a little at every other one: a million of them, minutes. */
const MAX_DEPTH = 50_000;

const BLOCK_LEVEL = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody ' +
    'tfoot thead tr ul'
  ).split(' '),
);

/**
 * Appends what a reader sees of an HTML page: headings, paragraphs, list items, table rows and
 * preformatted text. Nothing is fetched, no script runs, and entities are the predefined ones only.
 * A stream of events instead of a tree.
 *
 * @throws VAL_FIELD_TOO_LONG (413) for pages nested beyond any that people write
 */
export function appendHtml(builder: DocumentBuilder, html: string, options: HtmlOptions = {}): void {
  let inline: string[] = [];
  let unseenTag: string | undefined;
  let unseenDepth = 0;
  let preformattedDepth = 0;
  let rowHasCell = false;
  let depth = 0;
  let context: { kind: BlockKind; level?: number } = { kind: 'paragraph' };

  function flush(): void {
    const raw = inline.join('');
    inline = [];
    const kind = preformattedDepth > 0 ? 'code' : context.kind;
    builder.add(kind, kind === 'code' ? raw : collapse(raw), { ...options.place, level: context.level });
  }

  /** Cells of documents hold paragraphs; headings and lists mean a table that only lays a page out. */
  function keepsRowTogether(name: string): boolean {
    return context.kind === 'table' && (name === 'p' || name === 'div');
  }

  const parser = new Parser(
    {
      onopentag(name) {
        if (++depth > MAX_DEPTH) {
          throw parserLimitExceeded('nesting', `The page is nested more than ${MAX_DEPTH} elements deep.`);
        }
        if (unseenTag !== undefined) {
          if (name === unseenTag) unseenDepth++;
          return;
        }
        if (UNSEEN.has(name)) {
          unseenTag = name;
          unseenDepth = 1;
          return;
        }
        if (keepsRowTogether(name)) {
          inline.push(' ');
        } else if (BLOCK_LEVEL.has(name)) {
          flush();
          rowHasCell = false;
          context = contextOf(name, context);
        }
        if (name === 'pre') preformattedDepth++;
        if (name === 'br') inline.push(LINE_BREAK);
        if (name === 'td' || name === 'th') {
          if (rowHasCell) inline.push(' | ');
          rowHasCell = true;
        }
      },
      onclosetag(name) {
        depth--;
        if (unseenTag !== undefined) {
          if (name === unseenTag && --unseenDepth === 0) unseenTag = undefined;
          return;
        }
        if (!BLOCK_LEVEL.has(name)) return;
        if (keepsRowTogether(name)) return;
        flush();
        if (name === 'pre' && preformattedDepth > 0) preformattedDepth--;
        if (name !== 'p' && name !== 'div') context = { kind: 'paragraph' };
      },
      ontext(data) {
        if (unseenTag === undefined) inline.push(data);
      },
    },
    { decodeEntities: true, recognizeSelfClosing: options.isXhtml === true },
  );
  parser.write(html.replace(INTERNAL_SUBSET, ''));
  parser.end();
  flush();
}

function contextOf(name: string, current: { kind: BlockKind; level?: number }): typeof current {
  if (/^h[1-6]$/.test(name)) return { kind: 'heading', level: Number(name[1]) };
  if (name === 'tr') return { kind: 'table' };
  if (name === 'li' || name === 'dt' || name === 'dd') return { kind: 'list' };
  return name === 'p' || name === 'div' ? current : { kind: 'paragraph' };
}

/** White space as a browser shows it; line breaks that were asked for stay. */
function collapse(raw: string): string {
  return raw.replace(/[ \t\n\r\f]+/g, ' ').replace(/ ?\u2028 ?/g, '\n');
}
