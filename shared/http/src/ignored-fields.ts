import { AppError, MAX_REPORTED_PROBLEMS, truncate } from '@loci/core';
import { z } from 'zod';
import { freshnessQuery } from './freshness.ts';
import { jsonBodySchema } from './route.ts';
import type { Route } from './route.ts';
import { findUnknownFields } from './unknown-fields.ts';
import { waitForQuery } from './wait-for.ts';

/** Header with the preferences of a client. @see RFC 7240 */
export const PREFER_HEADER = 'prefer';

const STRICT_HANDLING = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i;
const MAX_NAME_CHARACTERS = 200;
const NO_PARAMETERS = z.object({});

interface IgnoredField {
  place: 'query parameter' | 'field';
  name: string;
}

/**
 * Returns a warning for each query parameter and each field of the body that a route ignores.
 *
 * @param prefer value of the header `Prefer`
 * @throws VAL_FIELD_UNKNOWN if there are any and the client prefers strict handling
 * @see docs/reference/http.md#unknown-fields
 */
export function ignoredFieldWarnings(
  route: Route,
  { query, body }: { query: Record<string, unknown>; body: unknown },
  prefer: string | string[] | undefined,
): string[] {
  const ignored: IgnoredField[] = [
    ...findIgnoredParameters(route, query).map((name) => ({ place: 'query parameter' as const, name })),
    ...findIgnoredFields(route, body).map((name) => ({ place: 'field' as const, name })),
  ];
  if (ignored.length > 0 && STRICT_HANDLING.test(String(prefer))) throw unknownFields(ignored);
  return ignored.map(({ place, name }) => `The ${place} ${shorten(name)} is unknown and was ignored.`);
}

function findIgnoredParameters({ query: schema, reads, canWaitForSearch }: Route, query: object): string[] {
  const common = new Set([
    ...(reads ? Object.keys(freshnessQuery.shape) : []),
    ...(canWaitForSearch ? Object.keys(waitForQuery.shape) : []),
  ]);
  return findUnknownFields(schema ?? NO_PARAMETERS, query).filter((name) => !common.has(name));
}

const findIgnoredFields = (route: Route, body: unknown): string[] => {
  const schema = jsonBodySchema(route);
  return schema === undefined ? [] : findUnknownFields(schema, body);
};

function unknownFields(ignored: readonly IgnoredField[]): AppError {
  const listed = ignored.slice(0, MAX_REPORTED_PROBLEMS);
  const names = listed.map(({ name }) => shorten(name));
  return new AppError('VAL_FIELD_UNKNOWN', `Unknown: ${truncate(names.join(', '), MAX_NAME_CHARACTERS)}.`, {
    fieldErrors: Object.fromEntries(
      listed.map(({ place, name }) => [shorten(name), [`This ${place} is unknown.`]]),
    ),
    ...(ignored.length > listed.length && { details: { problems_omitted: ignored.length - listed.length } }),
  });
}

const shorten = (name: string): string => truncate(name, MAX_NAME_CHARACTERS);
