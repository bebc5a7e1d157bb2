/** Text that is HTML already; everything else is escaped when it meets a template. */
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

/** Characters that change how the text around them is shown: an attacker's name must not rewrite ours. */
const INVISIBLE = /(?![\t\n\r\u00ad\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

const escape = (text: string): string =>
  text.replace(INVISIBLE, '\ufffd').replace(/[&<>"']/g, (character) => ESCAPES[character]!);

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string') return escape(value);
  if (typeof value === 'number') return String(value);
  return value.map(render).join('');
}

/**
 * HTML from a template: every value is escaped for text and quoted attributes, `Html` stays, lists are joined,
 * and null, undefined and false vanish. Never put a value where a tag or attribute name, a script or a style is.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0]!;
  for (const [index, value] of values.entries()) text += render(value) + strings[index + 1]!;
  return new Html(text);
}
