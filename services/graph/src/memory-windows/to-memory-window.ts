import type { NodeWindow } from '../graph-store/graph-store.ts';

/** The fields of a memory that determine its window. */
interface MemoryBounds {
  id: string;
  revision: number;
  is_active: boolean;
  valid_from?: string | null | undefined;
  valid_until?: string | null | undefined;
  expires_at?: string | null | undefined;
}

/** Returns the window of a memory. The validity of an inactive version is `superseded`, whatever its period is. */
export function toMemoryWindow(memory: MemoryBounds): NodeWindow {
  const { id, revision, is_active: isActive, expires_at: expiresAt } = memory;
  const [validFrom, validUntil] = isActive ? [memory.valid_from, memory.valid_until] : [];
  return {
    id,
    revision,
    ...(validFrom != null && { validFromMs: Date.parse(validFrom) }),
    ...(validUntil != null && { validUntilMs: Date.parse(validUntil) }),
    ...(expiresAt != null && { expiresAtMs: Date.parse(expiresAt) }),
  };
}

export const isOpenWindow = ({ validFromMs, validUntilMs, expiresAtMs }: NodeWindow): boolean =>
  validFromMs === undefined && validUntilMs === undefined && expiresAtMs === undefined;
