import { z } from 'zod';

const MAX_PERSONA_ID_LENGTH = 100;

/** Schema of the ID of a persona in a request. */
export const personaIdText = z.string().max(MAX_PERSONA_ID_LENGTH);
