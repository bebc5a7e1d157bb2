import { createHash } from 'node:crypto';

/** Identifies the collections with the vectors of one model in one deployment. */
export interface CollectionIdentity {
  /** Prefix of all collection names of the deployment. */
  prefix: string;
  model: string;
  dimension: number;
}

/**
 * The alias of the collection that serves the vectors of a model: `<prefix>.<model>.<dimension>`. The encoded parts
 * contain no dots, so names of different deployments cannot collide.
 */
export const servingAlias = ({ prefix, model, dimension }: CollectionIdentity): string =>
  `${encodePart(prefix)}.${encodePart(model)}.${dimension}`;

/** The alias of the shadow collection that a rebuild fills. */
export const fillingAlias = (alias: string): string => `${alias}.filling`;

/** The name of a collection behind an alias. Generations are numbered from 1, and each rebuild uses the next number. */
export const generationName = (alias: string, generation: number): string => `${alias}.${generation}`;

/** Returns the generation of a collection behind the alias, or null for any other collection. */
export function generationOf(alias: string, collection: string): number | null {
  if (!collection.startsWith(`${alias}.`)) return null;
  const suffix = collection.slice(alias.length + 1);
  return /^[1-9]\d*$/.test(suffix) ? Number(suffix) : null;
}

/**
 * Returns the serving alias of a collection with the prefix of this deployment, or null for any other
 * collection.
 */
export function aliasOf(prefix: string, collection: string): string | null {
  const [encodedPrefix, model, dimension, generation, ...others] = collection.split('.');
  if (encodedPrefix !== encodePart(prefix) || generation === undefined || others.length > 0) return null;
  const isGeneration = /^\d+$/.test(dimension!) && /^\d+$/.test(generation);
  return isGeneration ? `${encodedPrefix}.${model}.${dimension}` : null;
}

const MAX_PART_LENGTH = 100;

/**
 * Encodes a part of a name. Keeps letters, digits and hyphens, and encodes every other byte as `_` and two
 * hexadecimal digits. Shortens a long part and appends its hash.
 */
function encodePart(part: string): string {
  const encoded = [...Buffer.from(part)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  if (encoded.length <= MAX_PART_LENGTH) return encoded;
  // Qdrant limits names to 255 characters. A short part never contains `__`, so it cannot equal a shortened one.
  return `${encoded.slice(0, 60)}__${createHash('sha256').update(part).digest('hex').slice(0, 32)}`;
}
