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

/** State of a search in one value. */
interface Search {
  found: Found[];
  /** Number of characters that were searched since other requests could run. */
  searched: number;
}

interface Found {
  path: string;
  kinds: readonly string[];
}

const MAX_PATH_CHARACTERS = 200;
/** Characters after which other requests can run. A search of so many takes about 15 ms. */
const SLICE_LENGTH = 65_536;
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
export async function filterSecrets(
  value: unknown,
  action: SecretFilterAction,
  schema?: z.ZodType,
): Promise<Filtered> {
  const search: Search = { found: [], searched: 0 };
  const { found } = search;
  if (action === 'redact') {
    const filtered = await filterValue(value, '', search);
    return { value: found.length > 0 ? filtered : value, warnings: toWarnings(found) };
  }
  await filterValue(await recordElementErrors(value, schema, search), '', search);
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

async function filterValue(value: unknown, path: string, search: Search, key?: string): Promise<unknown> {
  if (typeof value === 'string') return filterText(value, path, search, key);
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || value < MIN_CARD_NUMBER) return value;
    const text = await filterText(String(value), path, search, key);
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) {
    const filtered: unknown[] = [];
    for (const [index, each] of value.entries())
      filtered.push(await filterValue(each, join(path, String(index)), search, key));
    return filtered;
  }
  if (typeof value !== 'object' || value === null) return value;
  // Without a prototype, a key such as `__proto__` is a field like any other.
  const filtered = Object.create(null) as Record<string, unknown>;
  for (const [name, each] of Object.entries(value)) {
    const safeName = await filterText(name, path || 'body', search);
    filtered[safeName] = await filterValue(each, join(path, safeName), search, safeName);
  }
  return filtered;
}

async function filterText(text: string, path: string, search: Search, key?: string): Promise<string> {
  search.searched += text.length;
  if (search.searched > SLICE_LENGTH) {
    search.searched = text.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const kind = key === undefined ? undefined : findNamedSecret(key, text);
  const { text: redacted, kinds } =
    kind === undefined ? redact(text) : { text: `[redacted:${kind}]`, kinds: [kind] };
  if (kinds.length > 0) search.found.push({ path: truncate(path, MAX_PATH_CHARACTERS) || 'body', kinds });
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
async function recordElementErrors(
  value: unknown,
  schema: z.ZodType | undefined,
  search: Search,
): Promise<unknown> {
  if (schema instanceof z.ZodArray && elementSchemas.has(schema.element as z.ZodType)) {
    if (!Array.isArray(value)) return value;
    for (const element of value as unknown[]) await recordElementError(element, search);
    return [];
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const rest = Object.create(null) as Record<string, unknown>;
  for (const [name, field] of Object.entries(value) as [string, unknown][]) {
    // A client can send a field with the name of an inherited property, for example `constructor`.
    const isKnown = Object.hasOwn(schema.shape, name);
    rest[name] = isKnown ? await recordElementErrors(field, schema.shape[name] as z.ZodType, search) : field;
  }
  return rest;
}

async function recordElementError(element: unknown, request: Search): Promise<void> {
  if (typeof element !== 'object' || element === null) return;
  const search: Search = { found: [], searched: request.searched };
  await filterValue(element, '', search);
  request.searched = search.searched;
  if (search.found.length > 0) elementErrors.set(element, secretsFound(search.found));
}
