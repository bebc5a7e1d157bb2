import type { Tenant } from '../data/tenant.ts';
import { invalidField } from '../fake-error.ts';

const MAX_POSITIONS = 8;
const MAX_CHARACTERS = 1_024;

/** Returns the position of the last write. @see docs/reference/http.md#positions-of-writes */
export const currentPosition = ({ id, writes }: Tenant): string =>
  `p1.${btoa(`${id}:${writes}`).replaceAll('=', '')}`;

/**
 * Checks the positions of a request. The fake indexes at once, so every valid position is fresh.
 *
 * @throws FakeError VAL_POSITION_INVALID for a position that is not from this tenant
 */
export function checkPositions(tenant: Tenant, header: string): void {
  const positions = header.split(',').map((position) => position.trim());
  const isValid =
    header.length <= MAX_CHARACTERS &&
    positions.length <= MAX_POSITIONS &&
    positions.every((position) => isPosition(tenant, position));
  if (isValid) return;
  const message = 'The header x-loci-min-position must contain 1 to 8 positions of this tenant.';
  throw invalidField('x-loci-min-position', message, 'VAL_POSITION_INVALID');
}

function isPosition({ id, writes }: Tenant, position: string): boolean {
  if (!position.startsWith('p1.')) return false;
  try {
    const [tenantId, number] = atob(position.slice('p1.'.length)).split(':');
    return tenantId === id && Number.isSafeInteger(Number(number)) && Number(number) <= writes;
  } catch {
    return false;
  }
}
