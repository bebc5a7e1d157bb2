/** Converts a Markdown heading to its anchor the way GitHub does. */
export const toAnchor = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Returns the anchors of all headings of a page. A repeated heading gets a number, as on GitHub. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  const withoutCode = markdown.replace(/^```[\s\S]*?^```/gm, '');
  for (const [, heading = ''] of withoutCode.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const anchor = toAnchor(heading);
    let unique = anchor;
    for (let n = 1; anchors.has(unique); n++) unique = `${anchor}-${n}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Returns the targets of relative links on a page, including `#anchor` links. Ignores links in code. */
export function relativeLinksOf(markdown: string): string[] {
  const withoutCode = markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  return [...withoutCode.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** Returns the targets of the `@see` tags in a source file, one per tag. */
export const seeTargetsOf = (source: string): string[] =>
  [...source.matchAll(/@see +([^\n]*?)(?:\*\/.*)?$/gm)].map(([, target = '']) => target.trim());
