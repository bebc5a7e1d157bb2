import { Parser } from 'htmlparser2';
import type { BlockPosition, DocumentBuilder } from './document-builder.ts';
import { checkDepth } from './element-nesting.ts';
import type { BlockKind } from './parsed-document.ts';
import { createTableGrid } from './html-table-grid.ts';
import type { TableGrid } from './html-table-grid.ts';

export interface HtmlOptions {
  /** True for XHTML, in which `<title/>` is a complete element. */
  isXhtml?: boolean;
  /** Position of all blocks, for example their chapter. */
  position?: BlockPosition;
}

/** Elements whose content is not part of the text. */
const IGNORED_ELEMENTS = new Set(
  'title script style template noscript svg math iframe object audio video canvas select rt rp'.split(' '),
);

/** Unicode LINE SEPARATOR. Represents `<br>`, to distinguish it from line ends of the source. */
const LINE_BREAK = '\u2028';

/**
 * Matches a document type declaration with an internal subset. The declaration is removed, because the parser
 * would end it at its first `>`.
 */
const INTERNAL_SUBSET = /<!DOCTYPE[^>[]*\[[^\]]*\]\s*>/i;

const BLOCK_LEVEL = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody ' +
    'tfoot thead tr ul'
  ).split(' '),
);

/**
 * Appends the visible text of an HTML page to a document: headings, paragraphs, list items, table rows and
 * preformatted text. Fetches nothing, runs no scripts, and decodes only predefined entities. Does not build a
 * tree of the elements.
 *
 * @throws VAL_FIELD_TOO_LONG (413) if elements are nested too deeply
 */
export function appendHtml(builder: DocumentBuilder, html: string, options: HtmlOptions = {}): void {
  let inline: string[] = [];
  let ignoredTag: string | undefined;
  let ignoredDepth = 0;
  let preformattedDepth = 0;
  /** Open tables. The last one is the innermost. */
  const tables: TableGrid[] = [];
  let depth = 0;
  let context: { kind: BlockKind; level?: number } = { kind: 'paragraph' };

  function flush(): void {
    const raw = inline.join('');
    inline = [];
    const kind = preformattedDepth > 0 ? 'code' : context.kind;
    builder.add(kind, kind === 'code' ? raw : collapse(raw), { ...options.position, level: context.level });
  }

  /** Returns true for a paragraph in a table row, which is part of the block of the row. */
  function staysInRow(name: string): boolean {
    return context.kind === 'table' && (name === 'p' || name === 'div');
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        checkDepth(++depth);
        if (ignoredTag !== undefined) {
          if (name === ignoredTag) ignoredDepth++;
          return;
        }
        if (IGNORED_ELEMENTS.has(name)) {
          ignoredTag = name;
          ignoredDepth = 1;
          return;
        }
        if (staysInRow(name)) {
          inline.push(' ');
        } else if (BLOCK_LEVEL.has(name)) {
          flush();
          tables.at(-1)?.startBlock();
          context = contextOf(name, context);
        }
        if (name === 'pre') preformattedDepth++;
        if (name === 'br') inline.push(LINE_BREAK);
        if (name === 'table') tables.push(createTableGrid());
        if (name === 'tr') tables.at(-1)?.startRow();
        if (name === 'td' || name === 'th') {
          inline.push(' | '.repeat(tables.at(-1)?.addCell(attributes) ?? 0));
        }
      },
      onclosetag(name) {
        depth--;
        if (ignoredTag !== undefined) {
          if (name === ignoredTag && --ignoredDepth === 0) ignoredTag = undefined;
          return;
        }
        if (!BLOCK_LEVEL.has(name)) return;
        if (staysInRow(name)) return;
        flush();
        if (name === 'pre' && preformattedDepth > 0) preformattedDepth--;
        if (name === 'table') tables.pop();
        if (name !== 'p' && name !== 'div') context = { kind: 'paragraph' };
      },
      ontext(data) {
        if (ignoredTag === undefined) inline.push(data);
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

/** Collapses white space as browsers do. Keeps line breaks of `<br>`. */
function collapse(raw: string): string {
  return raw.replace(/[ \t\n\r\f]+/g, ' ').replace(/ ?\u2028 ?/g, '\n');
}
