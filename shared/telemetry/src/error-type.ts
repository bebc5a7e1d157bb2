/** Pattern of error codes of Loci, PostgreSQL, Node.js and HTTP clients. */
const CODE = /^[A-Z0-9_]{1,64}$/;

/** Returns the code of an error, or the name of its class. Never contains its message. */
export function errorType(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && CODE.test(code) ? code : error.constructor.name;
}
