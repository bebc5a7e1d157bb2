type Fields = Record<string, unknown>;

/** Length of the date in an ISO 8601 time. */
const DATE_LENGTH = 10;

/** Values that most memories have. The elements of a list omit them. */
const USUAL_VALUES: Fields = {
  memory_type: 'fact',
  source_type: 'direct_input',
  importance: 0.5,
  access_count: 0,
  version: 1,
  is_active: true,
  validity: 'current',
};

/** Fields of a memory with which a language model can do nothing. */
const INTERNAL_FIELDS = new Set(['user_id', 'surprise_score', 'embedding_status', 'source_type']);

/**
 * Returns the fields of a memory that is an element of a list, for the text of a result. Omits the values that most memories
 * have, and shortens times to their dates.
 *
 * @see docs/reference/mcp-tools.md#compact-results
 */
export function compactListedMemory(fields: Fields): Fields {
  const { created_at: created, occurred_at: occurred, ...others } = fields;
  const times = { created_at: toDate(created), occurred_at: toDate(occurred) };
  return omit({ ...others, ...withoutRepeatedTimes(times) }, (name, value) => value === USUAL_VALUES[name]);
}

/**
 * Returns the fields of a single memory, for the text of a result. Keeps all times and states, and omits internal fields
 * with their usual value, empty metadata, and the fields of relationships that the memory already has.
 *
 * @see docs/reference/mcp-tools.md#compact-results
 */
export function compactMemory(memory: Fields, id: unknown = memory['id']): Fields {
  const { relationships, ...others } = memory;
  return {
    ...omit(
      withoutRepeatedTimes(others),
      (name, value) =>
        (INTERNAL_FIELDS.has(name) && value !== 'failed' && !isUnusualSource(name, value)) ||
        (name === 'access_count' && value === 0) ||
        (name === 'metadata' && isEmptyObject(value)),
    ),
    ...(Array.isArray(relationships) && {
      relationships: relationships.map((edge) => compactRelationship(edge as Fields, id)),
    }),
  };
}

/** Returns the type, the strength and the other memory of a relationship. The id is not an argument of any tool. */
function compactRelationship(edge: Fields, id: unknown): Fields {
  const { relationship_type, strength, from_id, to_id } = edge;
  return { relationship_type, ...(from_id === id ? { to_id } : { from_id }), strength };
}

/** Omits times that are equal to `created_at`. */
export const withoutRepeatedTimes = (fields: Fields): Fields =>
  omit(
    fields,
    (name, value) => (name === 'occurred_at' || name === 'updated_at') && value === fields['created_at'],
  );

const isUnusualSource = (name: string, value: unknown): boolean =>
  name === 'source_type' && value !== USUAL_VALUES['source_type'];

const toDate = (time: unknown): unknown => (typeof time === 'string' ? time.slice(0, DATE_LENGTH) : time);

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const omit = (fields: Fields, isOmitted: (name: string, value: unknown) => boolean): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== undefined && !isOmitted(name, value)),
  );
