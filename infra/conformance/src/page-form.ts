/** The form of a page as a browser submits it. */
export interface PageForm {
  action: string;
  /** Values of the inputs by name, including hidden and checked ones, and the name and value of the first submit button. */
  fields: Record<string, string>;
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Returns the first POST form of a page, or null if the page has none. Supports inputs and submit buttons only. */
export function readForm(page: string): PageForm | null {
  const form = /<form\b[^>]*method="post"[^>]*>[\s\S]*?<\/form>/.exec(page)?.[0];
  if (form === undefined) return null;
  const [opening] = /<form\b[^>]*>/.exec(form)!;
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, 'name');
    if (name === undefined) continue;
    if (/^(radio|checkbox)$/.test(attribute(tag, 'type') ?? '') && !/\schecked\b/.test(tag)) continue;
    fields[name] = attribute(tag, 'value') ?? '';
  }
  const [button] = /<button\b[^>]*type="submit"[^>]*>/.exec(form) ?? [];
  const pressed = button === undefined ? undefined : attribute(button, 'name');
  if (pressed !== undefined) fields[pressed] = attribute(button!, 'value') ?? '';
  return { action: attribute(opening, 'action') ?? '', fields };
}

/** Returns the title of a page, or `no title`. */
export const titleOf = (page: string): string =>
  decode(/<title>([^<]*)/.exec(page)?.[1]?.trim() ?? 'no title');

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decode(value);
}

const decode = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!);
