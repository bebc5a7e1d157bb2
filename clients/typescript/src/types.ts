/** The only file that refers to generated types. Operations are named by method and path, which never change. */
import type { components, paths } from './generated/openapi.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Path template of an operation, such as `/api/v2/memories/{memory_id}`. */
export type Path = keyof paths;

type Operation<M extends Method, P extends Path> = NonNullable<paths[P][M]>;
type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never;
type SuccessOf<O> = O extends { responses: infer R } ? JsonOf<R[keyof R & (200 | 201 | 202)]> : never;

/** Field `data` of the successful response to an operation. */
export type Data<M extends Method, P extends Path> =
  SuccessOf<Operation<M, P>> extends { data: infer D } ? D : never;

/** JSON body of the request of an operation. */
export type Body<M extends Method, P extends Path> =
  Operation<M, P> extends { requestBody?: infer R }
    ? NonNullable<R> extends { content: { 'application/json': infer B } }
      ? B
      : never
    : never;

/** Query parameters that every call sets through its options. */
type ManagedParameter = 'wait_for';

type ListParameter = 'include' | 'memory_types' | 'source_types' | 'tags';
type QueryValue<Name, Value> = Name extends ListParameter ? Value | readonly string[] : Value;

/** Query parameters of an operation. Lists are arrays or comma-separated strings. */
export type Query<M extends Method, P extends Path> =
  Operation<M, P> extends { parameters: { query?: infer Q } }
    ? {
        [Name in keyof Q as Name extends ManagedParameter ? never : Name]:
          QueryValue<Name, Q[Name]> | undefined;
      }
    : never;

/** Error code of the API. @see docs/reference/errors.md#error-codes */
export type ErrorCode = components['schemas']['Error']['error']['code'];

export type Memory = Data<'get', '/api/v2/memories/{memory_id}'>;
export type MemoryInput = Body<'post', '/api/v2/memories'>;
export type MemoryChanges = Body<'put', '/api/v2/memories/{memory_id}'>;
export type MemoryFilters = NonNullable<Query<'get', '/api/v2/memories'>>;
export type SearchRequest = Body<'post', '/api/v2/search/hybrid'>;
export type SearchResults = Data<'post', '/api/v2/search/hybrid'>;
export type SearchResult = SearchResults['items'][number];
export type ContextBody = Body<'post', '/api/v2/context'>;
export type ContextData = Data<'post', '/api/v2/context'>;
export type Relationship = Data<'get', '/api/v2/relationships/{relationship_id}'>;
export type Document = Data<'get', '/api/v2/documents/{document_id}'>;
export type DocumentChunk = NonNullable<Document['chunks']>[number];
export type UploadedDocument = Data<'post', '/api/v2/documents/upload'>;
export type AccessTokenResponse = Data<'post', '/api/v2/auth/token'>;
