const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Writes a UUID as its 16 bytes. */
export function writeIdBytes(target: Uint8Array, offset: number, id: string): void {
  const digits = id.replaceAll('-', '');
  for (let i = 0; i < 16; i++) target[offset + i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
}

/** The UUID in lower case. */
export function idFromBytes(source: Uint8Array, offset: number): string {
  let id = '';
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) id += '-';
    id += HEX[source[offset + i]!]!;
  }
  return id;
}
