const MIB = 1_048_576;

/** Limits for parsing one file. A file that exceeds a limit fails with `VAL_FIELD_TOO_LONG` (413). */
export interface ParseLimits {
  /** Milliseconds until the parser process is killed. */
  timeoutMs: number;
  /** Maximum resident memory of the parser process, in bytes. Node.js itself takes about 60 MiB. */
  memoryBytes: number;
  /** Maximum number of files in an archive. */
  zipEntries: number;
  /** Maximum ratio of the unpacked size of an archive to its packed size. */
  zipRatio: number;
  /** Maximum unpacked size of an archive, in bytes. */
  unpackedBytes: number;
  /** Maximum number of pages. */
  pages: number;
  /** Maximum length of the extracted text, in UTF-16 code units. */
  textLength: number;
}

/** Default limits. They allow any text file of 20 MB. @see docs/reference/documents.md#parser-limits */
export const DEFAULT_PARSE_LIMITS: ParseLimits = {
  timeoutMs: 60_000,
  memoryBytes: 1024 * MIB,
  zipEntries: 10_000,
  zipRatio: 100,
  unpackedBytes: 200 * MIB,
  pages: 5_000,
  textLength: 20 * MIB,
};
