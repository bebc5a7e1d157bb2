import { Html } from '@loci/pages';
import MarkdownIt from 'markdown-it';
import type { StateCore, Token } from 'markdown-it';
import { markTerms, splitAtTerms } from './query-terms.ts';

/** Protocols of links. Links with another protocol and relative links are rendered as their text. */
const LINK_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
/** Longer texts are rendered without Markdown, which limits the time of one request. */
const MAX_LENGTH = 200_000;

/** The same characters that `html` replaces. */
const CONTROL_CHARACTERS = /(?![\t\n\r\u00ad\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

const parser = new MarkdownIt('default', {
  html: false,
  linkify: true,
  typographer: false,
  maxNesting: 30,
});
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
parser.core.ruler.push('loci_restrict', restrictTokens);
parser.renderer.rules['table_open'] = () => '<div class="scroll" tabindex="0"><table>\n';
parser.renderer.rules['table_close'] = () => '</table></div>\n';

/**
 * Renders untrusted Markdown: CommonMark, tables and strikethrough. HTML in the text is shown as text. Links open only
 * `http`, `https` and `mailto` URLs. Images are replaced by their descriptions, so that the text cannot load anything.
 * Headings are one level lower than in the text, because the page has its own heading of level 1.
 *
 * @param terms result of `queryTerms`; words that begin with one of them are marked
 */
export function renderMarkdown(text: string, terms: readonly string[] = []): Html {
  const safe = text.replace(CONTROL_CHARACTERS, '\ufffd');
  const content =
    safe.length > MAX_LENGTH ? `<pre>${markTerms(safe, terms).text}</pre>` : parser.render(safe, { terms });
  return new Html(`<div class="markdown">${content}</div>`);
}

/** Removes everything from the tokens that the page must not contain. */
function restrictTokens(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close') {
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
    } else if (token.type === 'th_open' || token.type === 'td_open') {
      alignByClass(token);
    } else if (token.type === 'fence') {
      token.info = '';
    } else if (token.type === 'inline') {
      token.children = markText(state, restrictInline(state, token.children ?? []));
    }
  }
}

/** Replaces the `style` of a cell by a class, because the content security policy forbids inline styles. */
function alignByClass(token: Token): void {
  const alignment = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))?.[1];
  token.attrs = alignment === undefined ? null : [['class', `align-${alignment}`]];
}

function restrictInline(state: StateCore, tokens: readonly Token[]): Token[] {
  const isKept: boolean[] = [];
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') {
      const href = String(token.attrGet('href'));
      isKept.push(isAllowed(href));
      token.attrs = [
        ['href', href],
        ['rel', 'noreferrer noopener nofollow'],
      ];
      return isKept.at(-1) === true ? [token] : [];
    }
    if (token.type === 'link_close') return isKept.pop() === true ? [token] : [];
    if (token.type === 'image') {
      const description = new state.Token('text', '', 0);
      description.content = token.content;
      return [description];
    }
    return [token];
  });
}

/** Marks the words of the query in the text of an inline token. */
function markText(state: StateCore, tokens: readonly Token[]): Token[] {
  const { terms } = state.env as { terms: readonly string[] };
  if (terms.length === 0) return [...tokens];
  return tokens.flatMap((token) =>
    token.type === 'text'
      ? splitAtTerms(token.content, terms).flatMap(({ text, isMatch }) => {
          const part = new state.Token('text', '', 0);
          part.content = text;
          if (!isMatch) return [part];
          return [new state.Token('mark_open', 'mark', 1), part, new state.Token('mark_close', 'mark', -1)];
        })
      : [token],
  );
}

const isAllowed = (href: string): boolean => URL.canParse(href) && LINK_PROTOCOLS.has(new URL(href).protocol);
