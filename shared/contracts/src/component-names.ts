import { z } from 'zod';

/**
 * Names of schemas in the OpenAPI document. A schema with a name becomes a component, to which all its uses refer. The
 * names are not in the global registry of zod, because the schemas of tools must not contain references.
 */
export const componentNames = z.registry<{ name: string }>();
