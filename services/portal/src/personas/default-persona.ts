/** Persona of users without a selection. @see docs/reference/personality.md#reset-the-persona */
export const DEFAULT_PERSONA_ID = 'professional';
