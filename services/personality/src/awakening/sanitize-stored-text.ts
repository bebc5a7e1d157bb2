import { removeInvisible } from '@loci/core';

/** Matches characters that look like an equals sign, such as full-width and box-drawing forms. */
const EQUALS = '[=\\u02ed\\u1400\\u207c\\u208c\\u2550\\u2e40\\u30a0\\ua78a\\ufe66\\uff1d\\u{1f7f0}]';
/** Matches three or more equals signs, with optional white space and combining marks between them. */
const RULE = new RegExp(`${EQUALS}(?:[\\p{M}\\s]*${EQUALS}){2,}\\p{M}*`, 'gu');
const LEADING_RULE = new RegExp(`^[\\s>*#\`~_|•\\-]*${EQUALS}(?:[\\p{M}\\s]*${EQUALS})+\\p{M}*`, 'u');

// Matches ECMA-48 escape sequences in their 7-bit and 8-bit forms.
const TERMINAL_SEQUENCE =
  // eslint-disable-next-line no-control-regex -- the pattern has to match control characters
  /(?:\u001b\[|\u009b)[0-?]*[ -\/]*[@-~]?|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090-\u009f]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -\/]*[0-~]?/gu;
const LINE_BREAK = /\r\n?|[\n\v\f\u0085\u2028\u2029]/gu;

/**
 * Prepares stored text for the briefing, so that it cannot imitate the markers and headings of the briefing:
 *
 * - Removes terminal escape sequences and control, invisible and bidirectional formatting characters. Joiners that
 *   emoji, Persian or Indic scripts need remain.
 * - In a line that looks like a marker, replaces each run of equals signs with `≡`. A single `===` in a sentence remains.
 * - Rewrites the heading of the section for custom instructions, and splits chat template tokens such as `<|im_end|>`.
 *
 * Other text is unchanged, except for line breaks, tabs, and white space at its start and end. The function is
 * idempotent.
 *
 * @returns at least one line. Lines have no line breaks.
 * @see docs/security-model.md#threat-20-stored-prompt-injection
 */
export function sanitizeStoredText(text: string): string[] {
  return text
    .replace(TERMINAL_SEQUENCE, '')
    .replace(LINE_BREAK, '\n')
    .replaceAll('\t', ' ')
    .split('\n')
    .map((line) => sanitizeLine(removeInvisible(line)))
    .join('\n')
    .trim()
    .split('\n');
}

function sanitizeLine(line: string): string {
  const rules = line.match(RULE)?.length ?? 0;
  const withoutMarkers =
    rules > 1 || LEADING_RULE.test(line) ? line.replace(LEADING_RULE, '≡').replace(RULE, '≡') : line;
  return withoutMarkers
    .replace(/custom\s+instructions\s+from\s+user\s*[:：]/giu, 'custom instructions from user;')
    .replaceAll('<|', '< |')
    .replaceAll('|>', '| >')
    .trimEnd();
}
