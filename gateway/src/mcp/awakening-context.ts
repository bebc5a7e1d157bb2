/** Name that `restore_context` reserves for the personality. `save_context` rejects it. */
export const AWAKENING_CONTEXT = 'awakening';
