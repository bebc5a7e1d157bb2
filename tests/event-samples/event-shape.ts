import type { EventEnvelope } from '@loci/events';

/** JSON type at each path of an event, such as `string` at `data.tags[]`. */
export type Shape = ReadonlyMap<string, string>;

/** Fields with user-defined content, which consumers do not interpret. */
const FREE_FORM = new Set(['metadata']);

/** Returns the JSON types of all fields of an event. */
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
  /**
   * Paths that are missing or have another type. Consumers of the earlier shape cannot read the later shape
   * correctly.
   */
  broken: string[];
  /** New paths, which consumers of the earlier shape ignore. */
  added: string[];
}

/** Compares the shape of a sample with the shape of a current event. */
export function compareShapes(before: Shape, after: Shape): ShapeChange {
  const broken = [...before].flatMap(([path, type]) => {
    const now = after.get(path);
    return now === type ? [] : [`${path}: ${type}, now ${now ?? 'missing'}`];
  });
  return { broken, added: [...after.keys()].filter((path) => !before.has(path)) };
}
