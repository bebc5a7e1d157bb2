import { RELATIONSHIP_COLUMN_NAMES } from '../relationships/relationship.row.ts';
import { recordedStates } from './past-conditions.ts';

/**
 * Select list of `RelationshipRow` for a row named `r` of a past state. `inverse_relationship_id` is null if the other
 * relationship of an INVERSE_PAIRED pair was deleted at the time.
 *
 * @param time SQL expression for the time at which the states were recorded. Null for the current states.
 */
export const pastRelationshipColumns = (time: string | null): string =>
  RELATIONSHIP_COLUMN_NAMES.map((column) =>
    column === 'inverse_relationship_id'
      ? `(SELECT i.id FROM (${recordedStates(time)}) i WHERE i.id = r.inverse_relationship_id)
         AS inverse_relationship_id`
      : `r.${column}`,
  ).join(', ');
