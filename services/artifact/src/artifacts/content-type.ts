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

/** Content types by the first bytes of a file. `null` stands for any byte. */
const BY_FIRST_BYTES: readonly (readonly [type: string, bytes: readonly (number | null)[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

/** Returns the content type of a file that is not text, from its first bytes, whatever its name is. */
export const sniffContentType = (content: Buffer): string =>
  BY_FIRST_BYTES.find(([, bytes]) =>
    bytes.every((byte, index) => byte === null || content[index] === byte),
  )?.[0] ?? DEFAULT_CONTENT_TYPE;
