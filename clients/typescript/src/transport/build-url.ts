export type QueryParameters = Readonly<Record<string, unknown>>;

/**
 * Returns the URL of an operation.
 *
 * @param template path with parameters in braces, such as `/api/v2/memories/{memory_id}`
 * @throws TypeError if a path parameter is missing or empty, because the URL would name another operation
 */
export function buildUrl(
  baseUrl: string,
  template: string,
  parameters: Readonly<Record<string, string>>,
  query: QueryParameters,
): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
      throw new TypeError(`${name} must be a non-empty string that is not a relative path segment.`);
    }
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const suffix = search.size === 0 ? '' : `?${search}`;
  return `${baseUrl}${path}${suffix}`;
}
