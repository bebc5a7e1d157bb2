/** The main form of one of our pages, as a browser would send it. */
export interface PageForm {
  action: string;
  /** What stands in it, chosen and hidden fields included, and the name of its first button. */
  fields: Record<string, string>;
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The first form of a page that is posted; null without one. Our pages work without scripts, so this is all. */
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

export const titleOf = (page: string): string =>
  decode(/<title>([^<]*)/.exec(page)?.[1]?.trim() ?? 'no title');

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decode(value);
}

const decode = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!);
