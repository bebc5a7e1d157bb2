/** HTML text that templates insert without escaping. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Control and format characters, for example bidirectional overrides, which could change how the text around
 * a value is displayed.
 */
const CONTROL_CHARACTERS = /(?![\t\n\r\u00ad\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

const escapeHtml = (text: string): string =>
  text.replace(CONTROL_CHARACTERS, '\ufffd').replace(/[&<>"']/g, (character) => ESCAPES[character]!);

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return value.map(render).join('');
}

/**
 * Template tag for HTML. Escapes strings for use in text and quoted attributes. Inserts `Html` as it is, joins arrays,
 * and omits null, undefined and false. Never insert a value as a tag name, attribute name, script or style.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0]!;
  for (const [index, value] of values.entries()) text += render(value) + strings[index + 1]!;
  return new Html(text);
}
