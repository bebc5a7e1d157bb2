import type { Memory } from '../memories/memory.ts';

/** A state of one version of a memory, with everything that an export needs to restore it. */
export interface MemoryState {
  /**
   * The version in this state. `userId` is the user who created it. In a state of the tenant that was restored, that is the
   * user of the tenant it was exported from. The embedding status and the surprise score are not part of a state.
   */
  memory: Memory;
  /** User who stored the state, or `system`. */
  recordedBy: string;
  /** Time at which the next state replaced this one. Null for the current state. */
  recordedUntil: Date | null;
}
