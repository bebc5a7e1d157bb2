/** The characters that pass for an equals sign: full-width, small, raised, double and box-drawn ones too. */
const EQUALS = '[=\\u02ed\\u1400\\u207c\\u208c\\u2550\\u2e40\\u30a0\\ua78a\\ufe66\\uff1d\\u{1f7f0}]';
/** What a marker's frame is made of, with blanks and combining marks allowed in between. */
const RULE = new RegExp(`${EQUALS}(?:[\\p{M}\\s]*${EQUALS}){2,}\\p{M}*`, 'gu');
const OPENS_WITH_RULE = new RegExp(`^[\\s>*#\`~_|•\\-]*${EQUALS}(?:[\\p{M}\\s]*${EQUALS})+\\p{M}*`, 'u');

// The escape sequences of ECMA-48, in their 7-bit and 8-bit forms.
const TERMINAL_SEQUENCE =
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /(?:\u001b\[|\u009b)[0-?]*[ -\/]*[@-~]?|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090-\u009f]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -\/]*[0-~]?/gu;
const LINE_BREAK = /\r\n?|[\n\v\f\u0085\u2028\u2029]/gu;
/** Joiners and styles that a script or an emoji needs are captured, so that they survive. */
const INVISIBLE =
  /((?<=[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]])[\u200c\u200d]|(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f)|[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Co}\p{Cs}]/gv;

/**
 * Stored text made fit to stand inside a briefing: it may say anything, but it cannot look like a part of
 * the briefing's own frame. Terminal sequences and control, invisible and direction-changing characters go
 * (joiners that emoji, Persian or Indic scripts need stay). In a line that looks like a marker, rules of
 * equals signs become `≡`; a single `===` within a sentence about code is left as it is. The heading of the
 * section that holds stored text, and chat-template tokens, are broken up.
 *
 * Idempotent. Any other text comes back unchanged, apart from its line breaks, tabs and outer blanks.
 *
 * @returns the lines without their breaks; at least one
 * @see AUTH-AND-MCP.md section 7, attack 20
 */
export function neutraliseStoredText(text: string): string[] {
  return text
    .replace(TERMINAL_SEQUENCE, '')
    .replace(LINE_BREAK, '\n')
    .replaceAll('\t', ' ')
    .split('\n')
    .map((line) => neutraliseLine(line.replace(INVISIBLE, '$1')))
    .join('\n')
    .trim()
    .split('\n');
}

function neutraliseLine(line: string): string {
  const rules = line.match(RULE)?.length ?? 0;
  const frameless =
    rules > 1 || OPENS_WITH_RULE.test(line) ? line.replace(OPENS_WITH_RULE, '≡').replace(RULE, '≡') : line;
  return frameless
    .replace(/custom\s+instructions\s+from\s+user\s*[:：]/giu, 'custom instructions from user;')
    .replaceAll('<|', '< |')
    .replaceAll('|>', '| >')
    .trimEnd();
}
