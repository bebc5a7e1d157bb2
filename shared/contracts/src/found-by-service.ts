import { z } from 'zod';

const MAX_SERVICES = 50;
/** Maximum number of stores of a service. */
const MAX_STORES = 100;

/** Limits the number of keys of a record. */
function upTo<S extends z.ZodType<object>>(maxProperties: number, schema: S): S {
  return schema.refine((value) => Object.keys(value).length <= maxProperties).meta({ maxProperties });
}

/** Number of rows, files or index entries that a search of one service found, by store. */
export const foundByStore = upTo(MAX_STORES, z.record(z.string().max(100), z.int().nonnegative()));
export type FoundByStore = z.infer<typeof foundByStore>;

/** Number of rows, files or index entries that a search found, by service and by store. */
export const foundByService = upTo(MAX_SERVICES, z.record(z.string().max(50), foundByStore));
export type FoundByService = z.infer<typeof foundByService>;
