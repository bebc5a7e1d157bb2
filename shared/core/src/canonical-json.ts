/**
 * Serializes a value of `JSON.parse` to the same text for every order of object keys.
 *
 * @param value JSON value of limited depth
 */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) => (isObject(member) ? sortKeys(member) : member));

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sortKeys = (object: object): object =>
  // `Object.fromEntries` also creates an own property for the key `__proto__`.
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
