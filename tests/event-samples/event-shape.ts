import type { EventEnvelope } from '@loci/events';

/** JSON type at each path of a document: `data.tags[]` is `string`. */
export type Shape = ReadonlyMap<string, string>;

/** Whatever people put into these is no business of consumers. */
const FREE_FORM = new Set(['metadata']);

export function shapeOf(event: EventEnvelope): Shape {
  const shape = new Map<string, string>();
  const add = (path: string, value: unknown): void => {
    if (Array.isArray(value)) {
      shape.set(path, 'array');
      for (const entry of value) add(`${path}[]`, entry);
    } else if (typeof value === 'object' && value !== null) {
      shape.set(path, 'object');
      for (const [key, entry] of Object.entries(value)) {
        if (FREE_FORM.has(key)) shape.set(`${path}.${key}`, 'free form');
        else add(path === '' ? key : `${path}.${key}`, entry);
      }
    } else shape.set(path, value === null ? 'null' : typeof value);
  };
  add('', event);
  return shape;
}

export interface ShapeChange {
  /** Paths that are no more, or of another type: who reads the older shape would read the newer one wrongly. */
  broken: string[];
  /** New paths, which consumers ignore until they know them. */
  added: string[];
}

export function compareShapes(before: Shape, after: Shape): ShapeChange {
  const broken = [...before].flatMap(([path, type]) => {
    const now = after.get(path);
    return now === type ? [] : [`${path}: ${type}, now ${now ?? 'nothing'}`];
  });
  return { broken, added: [...after.keys()].filter((path) => !before.has(path)) };
}
