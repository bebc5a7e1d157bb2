import type { Method, Path } from '../types.ts';

/** Operations that only read, although their method is POST. */
const POST_READS: ReadonlySet<Path> = new Set<Path>([
  '/api/v2/context',
  '/api/v2/search/hybrid',
  '/api/v2/search/vector',
  '/api/v2/search/why-not',
  '/api/v2/relationships/traverse',
  '/api/v2/relationships/neighborhood',
  '/api/v2/analysis/reflect',
  '/api/v2/analysis/summarize',
]);

/** Operations that neither read nor write data of the tenant. A repeated refresh would revoke its tokens. */
const TOKEN_OPERATIONS: ReadonlySet<Path> = new Set<Path>(['/api/v2/auth/token', '/api/v2/auth/refresh']);

/** Writes that the server recognizes if they are repeated, by the content of the file or by the ID of the upload. */
const REPEATABLE_WRITES: ReadonlySet<Path> = new Set<Path>([
  '/api/v2/documents/upload',
  '/api/v2/documents/uploads/{upload_id}/complete',
  '/api/v2/artifacts/uploads/{upload_id}/complete',
]);

/** Returns true if the operation accepts the header `Idempotency-Key`. */
export function acceptsIdempotencyKey(method: Method, path: Path): boolean {
  if (method === 'get' || POST_READS.has(path) || TOKEN_OPERATIONS.has(path)) return false;
  return !REPEATABLE_WRITES.has(path);
}

/** Returns true if a repetition of the request, with the same idempotency key if any, repeats no change. */
export function isSafeToRepeat(path: Path): boolean {
  return path !== '/api/v2/auth/refresh';
}
