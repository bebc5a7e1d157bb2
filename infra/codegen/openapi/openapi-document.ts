import { componentNames } from '@loci/contracts';
import { API_VERSION, elementSchemas } from '@loci/http';
import type { Route } from '@loci/http';
import { createDocument } from 'zod-openapi';
import type { CreateDocumentOptions, ZodOpenApiPathsObject } from 'zod-openapi';
import { nameComponents } from './component-ids.ts';
import { nameEnumerations } from './enumerations.ts';
import { addLimits } from './limits.ts';
import { operation, tagOf } from './operation.ts';
import type { ResponseExamples } from '../../documentation/src/response-examples.ts';
import { COMPONENTS } from './shared-components.ts';
import { describeTag } from './tags.ts';

export interface OpenApiOptions {
  title: string;
  description: string;
  serverUrl: string;
  responseExamples: ResponseExamples;
}

/** Types of inputs. zod-openapi also reads the schemas of bulk elements as outputs, and then ignores the result. */
const INPUT_TYPES: NonNullable<CreateDocumentOptions['allowEmptySchema']> = {
  prefault: { output: true },
  nullable: { output: true },
  optional: { output: true },
  date: { output: true },
};

/** Completes a schema. The schema of an element of a bulk request becomes a reference to its component. */
const override: NonNullable<CreateDocumentOptions['override']> = (context) => {
  const { zodSchema, jsonSchema } = context;
  const element = elementSchemas.get(zodSchema as never);
  if (element === undefined) return addLimits(context);
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
  jsonSchema.$ref = `#/components/schemas/${componentNames.get(element)!.name}`;
};

/**
 * Returns the OpenAPI 3.1 document of the routes. Omits internal and undocumented routes.
 *
 * @throws Error if an operation has no operation id or no description, or if two components have the same name
 */
export function createOpenApiDocument(all: readonly Route[], options: OpenApiOptions): object {
  const routes = all.filter((route) => route.scope !== 'internal' && route.documented !== false);
  const elements = nameComponents(routes);
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method] = operation(route, options.responseExamples);
  }
  const { title, description, serverUrl } = options;
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title,
        version: API_VERSION,
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        contact: { name: 'Loci' },
      },
      servers: [
        { url: serverUrl, description: 'The gateway, by default a local one.', 'x-internal': 'false' },
      ],
      security: [{ accessToken: [] }],
      tags: [...new Set(routes.map(tagOf))].map((name) => ({ name, description: describeTag(name) })),
      paths,
      components: { ...COMPONENTS, schemas: { ...COMPONENTS.schemas, ...elements } },
    },
    { outputIdSuffix: 'Response', override, allowEmptySchema: INPUT_TYPES },
  );
  return nameEnumerations(withoutGeneratorOptions(document));
}

/** Removes an option of zod-openapi, which a schema with another description inherits from its component. */
const withoutGeneratorOptions = (document: object): object =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'unusedIO' ? undefined : value,
  ) as object;
