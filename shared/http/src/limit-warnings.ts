/** Maximum number of entries in `meta.warnings`. */
export const MAX_WARNINGS = 50;

/**
 * Returns at most {@link MAX_WARNINGS} warnings, or undefined without warnings. If warnings are omitted, the last entry
 * is their number.
 *
 * @see docs/reference/http.md#response-envelope
 */
export function limitWarnings(warnings: readonly string[]): readonly string[] | undefined {
  if (warnings.length === 0) return undefined;
  if (warnings.length <= MAX_WARNINGS) return warnings;
  const listed = warnings.slice(0, MAX_WARNINGS - 1);
  return [...listed, `${warnings.length - listed.length} more warnings are not listed.`];
}
