import { externalSizeLimits } from '@loci/contracts';
import type { CreateDocumentOptions } from 'zod-openapi';

/** No response has a longer text, because larger responses are divided into pages. @see docs/reference/limits.md */
const MAX_RESPONSE_TEXT = 8 * 1024 * 1024;
const MAX_RESPONSE_ITEMS = 100_000;
/** The only inputs whose schemas have no limit are the names of properties of free-form objects. */
const MAX_PROPERTY_NAME = 65_536;
const UUID_LENGTH = 36;
const MAX_INT32 = 2_147_483_647;

/**
 * Adds the limits of a schema that its zod type does not declare: those of inputs that are enforced elsewhere, those that
 * apply to every response, and the formats of integers, with which client generators choose a type.
 */
export const addLimits: NonNullable<CreateDocumentOptions['override']> = ({ zodSchema, jsonSchema, io }) => {
  if (io === 'input' && jsonSchema.type === 'string')
    Object.assign(jsonSchema, externalSizeLimits.get(zodSchema as never));
  for (const schema of [jsonSchema, ...Object.values(jsonSchema.properties ?? {})]) {
    if (typeof schema === 'object') addFormatLimits(schema);
  }
  if (jsonSchema.type === 'string' && jsonSchema.enum === undefined && jsonSchema.const === undefined)
    jsonSchema.maxLength ??= io === 'input' ? MAX_PROPERTY_NAME : MAX_RESPONSE_TEXT;
  if (io === 'input') return addInputDetails(zodSchema, jsonSchema);
  if (jsonSchema.type === 'array') jsonSchema.maxItems ??= MAX_RESPONSE_ITEMS;
};

type Context = Parameters<NonNullable<CreateDocumentOptions['override']>>[0];

interface Limits {
  type?: unknown;
  format?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  maxLength?: number | undefined;
}

function addFormatLimits(schema: Limits): void {
  if (schema.format === 'uuid') schema.maxLength = UUID_LENGTH;
  if (schema.type !== 'integer') return;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  schema.format = minimum >= -MAX_INT32 && maximum <= MAX_INT32 ? 'int32' : 'int64';
}

/** Adds the default of a parameter that is parsed before it is validated, and removes what applies to its text only. */
function addInputDetails(zodSchema: Context['zodSchema'], jsonSchema: Context['jsonSchema']): void {
  const { def } = zodSchema._zod;
  if (def.type === 'default' && isAllowed(def.defaultValue, jsonSchema))
    jsonSchema.default ??= def.defaultValue as never;
  if (jsonSchema.type === 'boolean' || jsonSchema.anyOf !== undefined) delete jsonSchema.maxLength;
  if (jsonSchema.anyOf !== undefined) delete jsonSchema.type;
}

/** The size of a page that is not requested can exceed the size that can be requested. */
const isAllowed = (value: unknown, { maximum = Infinity }: Limits): boolean =>
  typeof value === 'number' ? value <= maximum : typeof value !== 'object';
