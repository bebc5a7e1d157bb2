import type { Route } from '@loci/http';

export const acceptsIdempotencyKey = ({ scope, idempotency }: Route): boolean =>
  scope === 'write' && idempotency !== undefined;
