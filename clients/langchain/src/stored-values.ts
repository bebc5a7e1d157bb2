/** Maximum length of the content of a memory. @see docs/reference/limits.md#memories */
const MAX_CONTENT_LENGTH = 10_000;
/** Maximum size of metadata in bytes, less the other fields. @see docs/reference/limits.md#validation */
const MAX_VALUE_BYTES = 60_000;

const encoder = new TextEncoder();

/**
 * Returns a tag for values that are not valid tags themselves, such as keys.
 *
 * @param prefix lowercase letters, digits and hyphens
 */
export async function hashTag(prefix: string, ...values: readonly string[]): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(JSON.stringify(values))));
  // Half of the hash suffices, because the metadata contains the values and are compared.
  return `${prefix}-${Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Returns JSON for a field of metadata. As a string in JSON, it is stored without change, including NUL characters.
 *
 * @param name name of the value in errors
 * @throws TypeError if the value cannot be represented in JSON
 * @throws RangeError if the JSON has more than 60,000 bytes in metadata
 */
export function toStoredJson(value: unknown, name: string): string {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new TypeError(`${name} cannot be stored, because it is not JSON.`);
  const { length } = encoder.encode(JSON.stringify(json));
  if (length > MAX_VALUE_BYTES) {
    throw new RangeError(
      `${name} has ${length} bytes of escaped JSON, and Loci stores at most ${MAX_VALUE_BYTES}. Store large values as documents or artifacts.`,
    );
  }
  return json;
}

/** Returns text for the content of a memory, which searches find: at most 10,000 characters, and never blank. */
export function toContent(text: string, otherwise: string): string {
  const content = text.replaceAll('\0', '').slice(0, MAX_CONTENT_LENGTH).toWellFormed();
  return content.trim() === '' ? otherwise : content;
}
