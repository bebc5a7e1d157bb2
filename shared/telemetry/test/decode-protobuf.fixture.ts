/** A field of a protobuf message: a number, or the bytes of a text or of a nested message. */
export interface DecodedField {
  number: number;
  value: bigint | Buffer;
}

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;

/**
 * Decodes the fields of a message in the protobuf wire format.
 *
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export function decodeMessage(bytes: Buffer): DecodedField[] {
  const fields: DecodedField[] = [];
  let at = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const readBytes = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Error('The message ends within a field.');
    return bytes.subarray(at, (at += length));
  };
  while (at < bytes.length) {
    const tag = Number(readVarint());
    const number = tag >> 3;
    switch (tag & 7) {
      case VARINT:
        fields.push({ number, value: readVarint() });
        break;
      case FIXED_64:
        fields.push({ number, value: readBytes(8) });
        break;
      case BYTES:
        fields.push({ number, value: readBytes(Number(readVarint())) });
        break;
      case FIXED_32:
        fields.push({ number, value: readBytes(4) });
        break;
      default:
        throw new Error(`Unknown wire type in the tag ${tag}.`);
    }
  }
  return fields;
}
