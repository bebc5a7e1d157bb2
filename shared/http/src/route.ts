import type { IncomingMessage } from 'node:http';
import type { Caller, ErrorCode, Permission, Positions } from '@loci/core';
import type { Response } from 'express';
import type { z } from 'zod';
import type { EtagCondition } from './etag.ts';
import type { ReadModel } from './freshness.ts';
import type { IdempotencyStore } from './idempotency-store.ts';

/**
 * Clients that may call a route: all clients (`public`), clients with a token of the scope `read` or `write`, or other
 * services (`internal`). The gateway does not forward requests for internal routes.
 */
export type RouteScope = 'public' | 'read' | 'write' | 'internal';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Validated input of a route handler. */
export interface RouteInput<Params, Query, Body> {
  /**
   * Verified identity of the caller. Undefined at runtime if a public or internal route is called without an
   * identity.
   */
  caller: Caller;
  requestId: string;
  params: Output<Params>;
  query: Output<Query>;
  body: Output<Body>;
  /** Condition of the header `If-Match`, or null. Always null if the route does not declare `acceptsIfMatch`. */
  ifMatch: EtagCondition | null;
  /** Aborted when the client disconnects or its deadline passes. */
  signal: AbortSignal;
  /** The HTTP request, for headers and streamed bodies. Undefined for an in-process call. */
  request: IncomingMessage | undefined;
}

interface ReplyOptions {
  status?: number;
  metadata?: Record<string, unknown>;
  /**
   * True if the results lack data because a dependency is unavailable. They are then not fresh, whatever the minimum
   * position of the request is.
   */
  isIncomplete?: boolean;
  /** Sentences for `meta.warnings`. The response contains only the first ones if there are too many. */
  warnings?: readonly string[];
  /** ETag of the object in `data`, with its quotation marks. */
  etag?: string;
}

/** Success response with a status other than the default of the route, with top-level metadata, with warnings, or with an ETag. */
export class Reply {
  readonly data: unknown;
  readonly status: number | undefined;
  readonly metadata: Record<string, unknown> | undefined;
  readonly warnings: readonly string[];
  readonly isIncomplete: boolean;
  readonly etag: string | undefined;
  constructor(data: unknown, options: ReplyOptions = {}) {
    this.data = data;
    this.status = options.status;
    this.metadata = options.metadata;
    this.warnings = options.warnings ?? [];
    this.isIncomplete = options.isIncomplete ?? false;
    this.etag = options.etag;
  }
}

/**
 * Streamed response. `send` writes the headers and the body, and must not reject after it has written the
 * first byte.
 */
export class StreamReply {
  readonly send: (response: Response) => Promise<void>;
  constructor(send: (response: Response) => Promise<void>) {
    this.send = send;
  }
}

/** Describes a response with a secret, for the error of a repeated request with the same idempotency key. */
export interface SecretResponse {
  /** Type of the object that the secret belongs to, for example `API key`. */
  resourceType: string;
  /** Returns the ID of the object of a response. */
  idOf(data: never): string;
  /** Sentence that states what the client can do without the secret. */
  advice: string;
}

/** Kind of a body that the handler reads as a stream: a `multipart/form-data` form, or bytes. */
export type StreamedBody = 'multipart' | 'bytes';

/** Returns the schema of a JSON body. Undefined for a route without a body or with a streamed one. */
export const jsonBodySchema = ({ body }: Pick<Route, 'body'>): z.ZodType | undefined =>
  typeof body === 'string' ? undefined : body;

/** Declaration of an HTTP operation. */
export interface RouteSpec<Params, Query, Body, Data extends z.ZodType> {
  method: Method;
  /** Path in the syntax of Express, for example `/api/v2/memories/:memory_id`. */
  path: string;
  scope: RouteScope;
  permission?: Permission;
  /** Summary in the OpenAPI document. */
  summary: string;
  /**
   * Name of the operation in the OpenAPI document, a verb and an object such as `createMemory`. Client generators use it as
   * the name of a method. Every operation of the public API has one.
   */
  operationId?: string;
  /** Description in the OpenAPI document. Every operation of the public API has one. */
  description?: string;
  /**
   * False for a route that is not part of the OpenAPI document because only the web pages of the platform use it, or because
   * another protocol specifies it.
   */
  documented?: false;
  params?: Params;
  query?: Query;
  /** Schema of the JSON body, or the kind of a body that the handler reads as a stream. */
  body?: Body | StreamedBody;
  /**
   * Maximum size of the JSON body in bytes. Defaults to the limit that `bodyLimitOf` computes from the
   * schema.
   */
  bodyLimitBytes?: number;
  /** HTTP status of a success. Defaults to 200. */
  status?: number;
  /**
   * Additional success status for requests that created no object, for example 200 for a duplicate upload.
   */
  repeatedStatus?: number;
  /** Schema of `data`. Other fields are removed from the response. Null for a streamed response. */
  response: Data | null;
  /**
   * True if the handler returns exactly the fields of `response`. Only tests then check the response, and they also fail
   * if it has other fields. For large responses, where the check would take a noticeable part of the time.
   */
  hasExactResponse?: true;
  /** Schema of the top-level `metadata`, if the response has it. */
  responseMetadata?: z.ZodType;
  /** Content type of a streamed response, for OpenAPI. May be a range such as `image/*`. */
  responseType?: string;
  /** True for a streamed response that supports `Range` and `If-None-Match`, for OpenAPI. */
  acceptsRanges?: boolean;
  /**
   * HTTP status of VAL_FIELD_INVALID by field, for fields with a status other than 422. Applies to all
   * invalid values of the field, including wrong types, if no other field is invalid.
   */
  invalidFieldStatus?: Readonly<Record<string, number>>;
  /**
   * Error codes of the operation, in addition to the codes of authentication, authorization and validation.
   */
  errors?: readonly ErrorCode[];
  /**
   * Read models of the results. The gateway waits for them if the request has a minimum position. Undefined if the
   * operation does not accept a minimum position.
   */
  reads?: readonly ReadModel[];
  /** True if a client can wait with `wait_for=searchable` until searches find the change. */
  canWaitForSearch?: true;
  /** True if the gateway delays the operation while earlier ones of the tenant are not indexed. */
  limitsIndexingBacklog?: true;
  /** True if the response has an ETag. A route with the scope `read` then also accepts `If-None-Match`. */
  hasEtag?: true;
  /** True if the handler checks the condition of the header `If-Match`. */
  acceptsIfMatch?: true;
  /** True if a repetition of the request repeats no change, so that the operation needs no idempotency key. */
  isRepeatable?: true;
  /** Headers of all responses, also of errors of the handler. */
  responseHeaders?: Readonly<Record<string, string>>;
  /** Set if the response contains a secret. The response is then not stored for an idempotency key. */
  secret?: SecretResponse;
  /**
   * True for a response with credentials, which is not compressed, because its size would reveal them. A response with a
   * `secret` is never compressed either.
   */
  hasCredentials?: true;
  /** Example in the OpenAPI document. A test sends it to the running server. */
  example?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
  handle(input: RouteInput<Params, Query, Body>): Promise<z.input<Data> | Reply | StreamReply>;
}

/** A route whose schema types are erased, so that routes can be stored in one list. */
export interface Route extends Omit<RouteSpec<z.ZodType, z.ZodType, z.ZodType, z.ZodType>, 'handle'> {
  handle(input: RouteInput<never, never, never>): Promise<unknown>;
  /** Stores responses by idempotency key. Undefined if the operation does not accept keys. */
  idempotency?: IdempotencyStore;
  /**
   * Returns a position after all committed changes of the service. Undefined for services whose changes do not reach
   * other services as events.
   */
  latestPositions?: () => Promise<Positions>;
}

/**
 * Declares an HTTP operation. Validation, authorization, the response envelope, error statuses, the OpenAPI document and
 * generated tests are derived from it.
 */
export function route<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Data extends z.ZodType = z.ZodType,
>(spec: RouteSpec<Params, Query, Body, Data>): Route {
  return spec as unknown as Route;
}

/** Returns routes whose writes have the latest position of the service if they changed nothing. */
export const withLatestPositions = (
  routes: readonly Route[],
  latestPositions: () => Promise<Positions>,
): Route[] => routes.map((each) => ({ ...each, latestPositions }));
