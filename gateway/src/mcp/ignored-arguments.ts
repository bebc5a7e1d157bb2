import { truncate } from '@loci/core';
import { findUnknownFields } from '@loci/http';
import type { Tool } from './tool.ts';

const MAX_NAME_CHARACTERS = 200;

/**
 * Returns a warning for each argument that a tool ignores: arguments that it does not have, arguments that another
 * argument overrides, and those about which the tool warns.
 *
 * @param given arguments of the call, without null values
 * @see docs/reference/mcp-tools.md#tool-arguments
 */
export function ignoredArgumentWarnings(
  { input, overriddenBy = {}, warnAbout }: Tool,
  given: Record<string, unknown>,
): string[] {
  const unknown = findUnknownFields(input, given).map(
    (name) => `The argument ${truncate(name, MAX_NAME_CHARACTERS)} is unknown and was ignored.`,
  );
  const overridden = Object.entries(overriddenBy).flatMap(([name, others]) => {
    const other = others.find((each) => Object.hasOwn(given, each));
    return Object.hasOwn(given, name) && other !== undefined
      ? [`The argument ${name} was ignored, because ${other} is given.`]
      : [];
  });
  return [...unknown, ...overridden, ...(warnAbout?.(given) ?? [])];
}
