import { z } from 'zod';

/** First entry of the archive. */
export const MANIFEST_FILE = 'manifest.json';
/** Last entry of the archive, in the format of `sha256sum`. */
export const CHECKSUMS_FILE = 'SHA256SUMS';
/** Start of a file that is encrypted with age. @see https://age-encryption.org/v1 */
export const AGE_HEADER = 'age-encryption.org/v1';

/** Content of `manifest.json`. */
export const manifestSchema = z.object({
  format: z.literal('loci-backup'),
  version: z.literal(1),
  /** Version of Loci that wrote the backup. */
  loci: z.string(),
  /** Major version of PostgreSQL. */
  postgres: z.number(),
  created_at: z.string(),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Files of a backup without the manifest and the checksums, and their bytes before compression. */
export interface BackupSize {
  files: number;
  bytes: number;
}

const ENTRY = /^(loci-data\.json|postgres-password|(secrets|objects|postgres)(\/[^/]+)*)$/;

/** Returns true if a path of an archive can be restored. Other paths could leave the data folder. */
export const isRestorable = (path: string): boolean =>
  ENTRY.test(path) && !path.includes('\0') && !path.includes('\\') && !/(^|\/)\.\.?(\/|$)/.test(path);
