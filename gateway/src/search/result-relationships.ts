/** Maximum number of relationships in a result. */
export const MAX_RELATIONSHIPS_PER_RESULT = 20;
