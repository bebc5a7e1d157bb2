import { posix } from 'node:path';
import { asArray, asText } from '../json-values.ts';
import type { JsonObject } from '../json-values.ts';

/** Finds notes by the names that wiki links use. */
export class NoteIndex {
  readonly #byName = new Map<string, string>();

  /** Adds a note with its path, file name, title, permalink and aliases. The first note with a name keeps the name. */
  add(path: string, externalId: string, properties: JsonObject): void {
    const withoutExtension = path.replace(/\.md$/i, '');
    const aliases = properties['aliases'] ?? properties['alias'];
    const names = [
      withoutExtension,
      posix.basename(withoutExtension),
      properties['permalink'],
      properties['title'],
      ...(typeof aliases === 'string' ? [aliases] : asArray(aliases).slice(0, 50)),
    ];
    for (const name of names) {
      const key = asText(name);
      if (key !== undefined && !this.#byName.has(normalize(key)))
        this.#byName.set(normalize(key), externalId);
    }
  }

  /** Returns the external ID of the note, or undefined. A link can contain the end of a path. */
  find(target: string): string | undefined {
    return this.#byName.get(normalize(target)) ?? this.#byName.get(normalize(posix.basename(target)));
  }
}

function normalize(name: string): string {
  return name
    .trim()
    .replace(/\.md$/i, '')
    .replace(/^\.?\//, '')
    .normalize('NFC')
    .toLowerCase();
}
