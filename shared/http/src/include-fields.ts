import { HIDDEN_VALIDITIES, MAX_FILTER_VALUES } from '@loci/contracts';
import { z } from 'zod';
import { queryEnumList } from './query-enum-list.ts';

/**
 * Schema of the validities that a read includes in addition to `current`.
 * @see docs/reference/relationships.md#validity
 */
export const includeField = z.array(z.enum(HIDDEN_VALIDITIES)).max(MAX_FILTER_VALUES);

/** Schema of {@link includeField} as a comma-separated list in a query string. */
export const queryInclude = queryEnumList('include', HIDDEN_VALIDITIES);
