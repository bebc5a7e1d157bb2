import { createHash } from 'node:crypto';

/** What a deployment's collection of a model's vectors is named by. */
export interface CollectionIdentity {
  prefix: string;
  model: string;
  dimension: number;
}

/**
 * The alias that a model's vectors are served by: three parts between dots, none of which has a dot itself, so that
 * no deployment takes another's collections for its own.
 */
export const servingAlias = ({ prefix, model, dimension }: CollectionIdentity): string =>
  `${encodePart(prefix)}.${encodePart(model)}.${dimension}`;

/** Points to the collection that a rebuild is filling. */
export const fillingAlias = (alias: string): string => `${alias}.filling`;

/** A collection behind the alias. Numbers from 1; each rebuild takes the next. */
export const generationName = (alias: string, generation: number): string => `${alias}.${generation}`;

/** The generation of a collection behind this alias; null for any other collection. */
export function generationOf(alias: string, collection: string): number | null {
  if (!collection.startsWith(`${alias}.`)) return null;
  const rest = collection.slice(alias.length + 1);
  return /^[1-9]\d*$/.test(rest) ? Number(rest) : null;
}

/** The alias that a collection of this deployment stands behind; null for a collection of anybody else. */
export function aliasOf(prefix: string, collection: string): string | null {
  const [ofPrefix, model, dimension, generation, ...others] = collection.split('.');
  if (ofPrefix !== encodePart(prefix) || generation === undefined || others.length > 0) return null;
  return /^\d+$/.test(dimension!) && /^\d+$/.test(generation) ? `${ofPrefix}.${model}.${dimension}` : null;
}

const MAX_PART_LENGTH = 100;

/** Letters, digits and hyphens stay; every other byte becomes `_` and two hexadecimal digits. */
function encodePart(part: string): string {
  const encoded = [...Buffer.from(part)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  if (encoded.length <= MAX_PART_LENGTH) return encoded;
  // Qdrant allows 255 characters for the whole name. No shorter part has two `_` in a row.
  return `${encoded.slice(0, 60)}__${createHash('sha256').update(part).digest('hex').slice(0, 32)}`;
}
