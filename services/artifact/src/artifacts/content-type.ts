/** Content types by extension. @see docs/reference/artifacts.md#content-types */
const BY_EXTENSION = new Map([
  ['md', 'text/markdown'],
  ['txt', 'text/plain'],
  ['json', 'application/json'],
  ['html', 'text/html'],
  ['css', 'text/css'],
  ['js', 'application/javascript'],
  ['py', 'text/x-python'],
  ['svg', 'image/svg+xml'],
  ['xml', 'application/xml'],
  ['yaml', 'application/x-yaml'],
  ['yml', 'application/x-yaml'],
  ['csv', 'text/csv'],
]);

const DEFAULT_CONTENT_TYPE = 'application/octet-stream';

/** Returns the content type for the extension of a file name, ignoring case. */
export function contentTypeOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return (
    (dot === -1 ? undefined : BY_EXTENSION.get(name.slice(dot + 1).toLowerCase())) ?? DEFAULT_CONTENT_TYPE
  );
}
