import { AppError, MAX_REPORTED_PROBLEMS, truncate } from '@loci/core';
import type { FieldErrors, SecretFilterAction } from '@loci/core';
import { findSecrets, redact } from '@loci/secret-filter';
import { z } from 'zod';
import { elementErrors, elementSchemas } from './bulk-elements.ts';
import { limitWarnings } from './limit-warnings.ts';

/** Result of the secret filter for the input of a write. */
export interface Filtered {
  value: unknown;
  /** One warning per field with replaced secrets. */
  warnings: readonly string[];
}

interface Found {
  path: string;
  kinds: readonly string[];
}

const MAX_PATH_CHARACTERS = 200;
/** Integers with fewer digits cannot be card numbers that the filter finds. */
const MIN_CARD_NUMBER = 10_000_000_000_000;

/**
 * Finds secrets in all texts of a value, including keys and values of free-form objects. A text below a key such as
 * `password` is a secret too.
 *
 * @param value input that `guardJson` accepts. It is not changed.
 * @param schema schema of the value. If elements of an array are validated separately, each rejected element gets its own
 *   error from `validateEach`.
 * @returns for `redact`, the value with replaced secrets
 * @throws VAL_SECRET_FOUND for `reject`, if a text contains a secret
 * @see docs/reference/secret-filter.md
 */
export function filterSecrets(value: unknown, action: SecretFilterAction, schema?: z.ZodType): Filtered {
  const found: Found[] = [];
  if (action === 'redact') {
    const filtered = filterValue(value, '', found);
    return { value: found.length > 0 ? filtered : value, warnings: toWarnings(found) };
  }
  filterValue(recordElementErrors(value, schema), '', found);
  if (found.length > 0) throw secretsFound(found);
  return { value, warnings: [] };
}

/** Creates the error for fields with secrets. */
export function secretsFound(found: readonly Found[]): AppError {
  const listed = found.slice(0, MAX_REPORTED_PROBLEMS);
  const fieldErrors: FieldErrors = Object.fromEntries(
    listed.map(({ path, kinds }) => [path, [`Contains a secret: ${listKinds(kinds)}.`]]),
  );
  const [{ path, kinds }] = found as [Found];
  return new AppError(
    'VAL_SECRET_FOUND',
    `${path} contains a secret (${listKinds(kinds)}), and the tenant rejects secrets. Remove it.`,
    {
      fieldErrors,
      details: {
        kinds: [...new Set(found.flatMap((each) => each.kinds))],
        ...(found.length > listed.length && { problems_omitted: found.length - listed.length }),
      },
    },
  );
}

function filterValue(value: unknown, path: string, found: Found[], key?: string): unknown {
  if (typeof value === 'string') return filterText(value, path, found, key);
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || value < MIN_CARD_NUMBER) return value;
    const text = filterText(String(value), path, found, key);
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value))
    return value.map((each, index) => filterValue(each, join(path, String(index)), found, key));
  if (typeof value !== 'object' || value === null) return value;
  // Without a prototype, a key such as `__proto__` is a field like any other.
  const filtered = Object.create(null) as Record<string, unknown>;
  for (const [name, each] of Object.entries(value)) {
    const safeName = filterText(name, path || 'body', found);
    filtered[safeName] = filterValue(each, join(path, safeName), found, safeName);
  }
  return filtered;
}

function filterText(text: string, path: string, found: Found[], key?: string): string {
  const kind = key === undefined ? undefined : findNamedSecret(key, text);
  const { text: redacted, kinds } =
    kind === undefined ? redact(text) : { text: `[redacted:${kind}]`, kinds: [kind] };
  if (kinds.length > 0) found.push({ path: truncate(path, MAX_PATH_CHARACTERS) || 'body', kinds });
  return redacted;
}

/** Returns the kind of a secret that is recognized by the name of its field, such as `password`. */
function findNamedSecret(key: string, text: string): string | undefined {
  const prefix = `${key}="`;
  const [first] = findSecrets(`${prefix}${text}"`);
  return first?.start === prefix.length && first.end === prefix.length + text.length ? first.kind : undefined;
}

function toWarnings(found: readonly Found[]): readonly string[] {
  const warnings = found.map(({ path, kinds }) => `A secret in ${path} was replaced (${listKinds(kinds)}).`);
  return limitWarnings(warnings) ?? [];
}

const listKinds = (kinds: readonly string[]): string => [...new Set(kinds)].join(', ');

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Records the errors of elements that are validated separately. Returns the value without these elements. */
function recordElementErrors(value: unknown, schema: z.ZodType | undefined): unknown {
  if (schema instanceof z.ZodArray && elementSchemas.has(schema.element as z.ZodType)) {
    if (!Array.isArray(value)) return value;
    for (const element of value as unknown[]) recordElementError(element);
    return [];
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      // A client can send a field with the name of an inherited property, for example `constructor`.
      Object.hasOwn(schema.shape, name)
        ? recordElementErrors(field, schema.shape[name] as z.ZodType)
        : (field as unknown),
    ]),
  );
}

function recordElementError(element: unknown): void {
  if (typeof element !== 'object' || element === null) return;
  const found: Found[] = [];
  filterValue(element, '', found);
  if (found.length > 0) elementErrors.set(element, secretsFound(found));
}
