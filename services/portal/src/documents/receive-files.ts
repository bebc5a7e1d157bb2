import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';

const MAX_FILES = 20;
/** A file of this size is interrupted. Larger than the limits of the API, so that the API reports them. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Outcome of one file of a form. */
export type FileOutcome<Result> = { name: string; result: Result } | { name: string; error: unknown };

/**
 * Receives a `multipart/form-data` form whose first field is `csrf` and whose files have the name `file`. Passes the files
 * on one after another while they arrive, without storing them.
 *
 * @param isValid checks the CSRF token. Files are ignored if it returns false.
 * @returns the outcomes in the order of the form, or null if the CSRF token is invalid or the form is malformed
 */
export async function receiveFiles<Result>(
  request: IncomingMessage,
  isValid: (token: string, fields: ReadonlyMap<string, string>) => boolean,
  store: (file: Readable, name: string, fields: ReadonlyMap<string, string>) => Promise<Result>,
): Promise<FileOutcome<Result>[] | null> {
  const type = request.headers['content-type'];
  if (type === undefined || !/^multipart\/form-data;/i.test(type)) {
    request.resume();
    return null;
  }
  const fields = new Map<string, string>();
  const outcomes: Promise<FileOutcome<Result>>[] = [];
  try {
    const form = new Busboy({
      headers: { ...request.headers, 'content-type': type },
      limits: { files: MAX_FILES, fileSize: MAX_FILE_BYTES, fields: 10, fieldSize: 4_096 },
    });
    form.on('field', (name, value) => fields.set(name, value));
    form.on('file', (field, file, name) => {
      file.on('error', () => undefined);
      // Browsers send a file without a name if the user has selected none.
      if (field !== 'file' || !name || !isValid(fields.get('csrf') ?? '', fields)) {
        file.resume();
        return;
      }
      outcomes.push(
        store(file, name, fields)
          .then(
            (result) => ({ name, result }),
            (error: unknown) => ({ name, error }),
          )
          .finally(() => file.resume()),
      );
    });
    await pipeline(request, form);
  } catch {
    await Promise.allSettled(outcomes);
    return null;
  }
  return isValid(fields.get('csrf') ?? '', fields) ? Promise.all(outcomes) : null;
}
