import openapiTS, { astToString } from 'openapi-typescript';
import { openApiFile } from './api-description.ts';

const HEADER = '// Generated from the OpenAPI document by `npm run generate`. Do not edit.\n\n';

/**
 * Content of `openapi.ts` of the TypeScript client: the types of all requests and responses. Without the examples of responses,
 * which would be 4,000 lines of comments.
 */
export async function clientTypesFile(): Promise<string> {
  const document = JSON.parse(openApiFile({})) as Parameters<typeof openapiTS>[0];
  // A field with a default is optional in a request. Responses list their fields as required.
  return HEADER + astToString(await openapiTS(document, { defaultNonNullable: false, silent: true }));
}
