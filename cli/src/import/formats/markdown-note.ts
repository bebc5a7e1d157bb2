import { parse } from 'yaml';
import { asTags, asText, isObject } from '../json-values.ts';
import type { JsonObject } from '../json-values.ts';

/** Markdown file with front matter, wiki links and tags. */
export interface MarkdownNote {
  properties: JsonObject;
  /** Text after the front matter. */
  body: string;
  /** Why the front matter was ignored. */
  problem?: string;
}

/** Link to another note, for example `- depends_on [[Target#Heading|text]] (context)`. */
export interface WikiLink {
  target: string;
  /** Text between the list marker and the link, which basic-memory uses as the type of a relation. */
  relation?: string;
}

/** Separates the front matter from the text. Invalid front matter stays part of the text. */
export function parseNote(text: string): MarkdownNote {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const end =
    lines[0]?.trimEnd() === '---' ? lines.findIndex((line, i) => i > 0 && line.trimEnd() === '---') : -1;
  if (end === -1) return { properties: {}, body: lines.join('\n').trim() };
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  try {
    // The limit of aliases prevents an expansion to gigabytes.
    const properties: unknown = parse(lines.slice(1, end).join('\n'), {
      maxAliasCount: 10,
      logLevel: 'error',
    });
    return { properties: isObject(properties) ? properties : {}, body };
  } catch {
    return { properties: {}, body: lines.join('\n').trim(), problem: 'The front matter is not valid YAML.' };
  }
}

/** Returns the tags of the front matter and of the text. Ignores code. */
export function tagsOf({ properties, body }: MarkdownNote): string[] {
  const tags = asTags(properties['tags'] ?? properties['tag']);
  for (const line of proseLines(body)) {
    for (const [, tag] of line.matchAll(/(?<![^\s(])#([\p{L}\p{N}_/-]+)/gu))
      // Obsidian does not treat a number, such as an issue, as a tag.
      if (tag !== undefined && !/^[\d/_-]+$/.test(tag)) tags.push(tag);
  }
  return [...new Set(tags.map((tag) => tag.toLowerCase()))];
}

/** Returns the wiki links of the text, one per target. Ignores code and embedded files that are not notes. */
export function linksOf({ body }: MarkdownNote): WikiLink[] {
  const links = new Map<string, WikiLink>();
  for (const line of proseLines(body)) {
    for (const match of line.matchAll(/\[\[([^[\]]{1,500})\]\]/g)) {
      const target = (match[1] ?? '').split('|')[0]!.split('#')[0]!.replace(/\\$/, '').trim();
      if (target === '' || /\.(png|jpe?g|gif|svg|webp|pdf|mp[34]|webm|canvas|base)$/i.test(target)) continue;
      const before = asText(/^\s*[-*] ([^[\]]{1,100})$/.exec(line.slice(0, match.index))?.[1]);
      const link = before === undefined ? { target } : { target, relation: before.trim() };
      if (links.get(target)?.relation === undefined) links.set(target, link);
    }
  }
  return [...links.values()];
}

/** Returns the lines outside of code blocks, without code spans. */
function* proseLines(body: string): Generator<string> {
  let fence = '';
  for (const line of body.split('\n')) {
    const marker = /^\s*(```|~~~)/.exec(line)?.[1] ?? '';
    if (fence !== '') {
      if (marker === fence) fence = '';
    } else if (marker !== '') fence = marker;
    else yield line.replace(/`[^`]*`/g, '');
  }
}
