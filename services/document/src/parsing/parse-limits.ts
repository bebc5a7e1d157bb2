const MIB = 1_048_576;

/** What one parse may use before it ends with 413 `VAL_FIELD_TOO_LONG`. */
export interface ParseLimits {
  timeoutMs: number;
  /** Resident memory of the whole parser process. An empty one takes about 60 MiB. */
  memoryBytes: number;
  zipEntries: number;
  /** Unpacked size divided by packed size, over the whole archive. */
  zipRatio: number;
  /** Unpacked size of an archive. */
  unpackedBytes: number;
  /** Extracted text, in UTF-16 units. */
  textLength: number;
}

/** @see AUTH-AND-MCP.md section 7, attack 17; the text limit lets every plain file of 20 MB through */
export const DEFAULT_PARSE_LIMITS: ParseLimits = {
  timeoutMs: 60_000,
  memoryBytes: 1024 * MIB,
  zipEntries: 10_000,
  zipRatio: 100,
  unpackedBytes: 200 * MIB,
  textLength: 20 * MIB,
};
