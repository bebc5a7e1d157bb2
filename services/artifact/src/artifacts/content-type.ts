/** @see SPEC.md "Artifact", content type by extension */
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

const OTHER = 'application/octet-stream';

/** By what stands behind the last dot of a file's name, in capitals or not. */
export function contentTypeOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return (dot === -1 ? undefined : BY_EXTENSION.get(name.slice(dot + 1).toLowerCase())) ?? OTHER;
}
