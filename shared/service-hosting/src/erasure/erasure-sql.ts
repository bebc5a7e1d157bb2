import type { UserErasure } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';

/** Type of each named parameter of a statement of an erasure. */
const TYPES = {
  tenant: 'uuid',
  erasure: 'uuid',
  user: 'text',
  pseudonym: 'text',
  until: 'timestamptz',
} as const;

const VALUES: Record<keyof typeof TYPES, (erasure: UserErasure) => string> = {
  tenant: (erasure) => erasure.tenant_id,
  erasure: (erasure) => erasure.erasure_id,
  user: (erasure) => erasure.user_id,
  pseudonym: (erasure) => erasure.pseudonym,
  until: (erasure) => erasure.until,
};

/** SQL condition on a column with IDs: the object was stored by the user. */
export const isErased = (column: string): string =>
  `${column} IN (SELECT id FROM erased_objects WHERE tenant_id = :tenant AND erasure_id = :erasure)`;

/**
 * Runs a statement with the named parameters `:tenant`, `:erasure`, `:user`, `:pseudonym` and `:until`, which can occur
 * several times.
 *
 * @param values further parameters. The statement refers to them as `$1`, `$2` and so on.
 */
export function queryErasure<Row>(
  tx: Transaction,
  erasure: UserErasure,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const all = [...values];
  const numbers = new Map<string, number>();
  const text = sql.replace(/(?<!:):(tenant|erasure|user|pseudonym|until)\b/g, (_match, name: string) => {
    const known = name as keyof typeof TYPES;
    if (!numbers.has(name)) numbers.set(name, all.push(VALUES[known](erasure)));
    return `$${numbers.get(name)}::${TYPES[known]}`;
  });
  return tx.query<Row>(text, all);
}
