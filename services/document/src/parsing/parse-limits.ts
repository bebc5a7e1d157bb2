const MIB = 1_048_576;

/** Limits of one parse. A parse that exceeds one fails with `VAL_FIELD_TOO_LONG` (413). */
export interface ParseLimits {
  /** Milliseconds until the parser process is killed. */
  timeoutMs: number;
  /** Resident memory of the parser process. Node.js itself takes about 60 MiB. */
  memoryBytes: number;
  /** Files in an archive. */
  zipEntries: number;
  /** Unpacked size of an archive, divided by its packed size. */
  zipRatio: number;
  /** Unpacked size of an archive, in bytes. */
  unpackedBytes: number;
  /** Length of the extracted text, in UTF-16 code units. */
  textLength: number;
}

/** The text limit accepts every plain text file of 20 MB. @see docs/reference/documents.md#parser-limits */
export const DEFAULT_PARSE_LIMITS: ParseLimits = {
  timeoutMs: 60_000,
  memoryBytes: 1024 * MIB,
  zipEntries: 10_000,
  zipRatio: 100,
  unpackedBytes: 200 * MIB,
  textLength: 20 * MIB,
};
