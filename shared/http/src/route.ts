import type { IncomingMessage } from 'node:http';
import type { Caller, ErrorCode, Permission } from '@loci/core';
import type { Response } from 'express';
import type { z } from 'zod';

/**
 * Who may call a route: anyone (`public`), a token with the scope `read` or `write`, or another of our
 * services (`internal`, never reachable through the gateway).
 */
export type RouteScope = 'public' | 'read' | 'write' | 'internal';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface RouteInput<Params, Query, Body> {
  /** Undefined on public routes, and on internal ones that no caller stands behind. */
  caller: Caller;
  requestId: string;
  params: Output<Params>;
  query: Output<Query>;
  body: Output<Body>;
  /** Aborted when whoever asked is gone. */
  signal: AbortSignal;
  /** The request itself, for headers and streamed bodies; absent when called in process. */
  request: IncomingMessage | undefined;
}

/** A success whose envelope or status differs from the route's usual ones. */
export class Reply {
  readonly data: unknown;
  readonly status: number | undefined;
  readonly metadata: Record<string, unknown> | undefined;
  constructor(data: unknown, options: { status?: number; metadata?: Record<string, unknown> } = {}) {
    this.data = data;
    this.status = options.status;
    this.metadata = options.metadata;
  }
}

/** A body that is not JSON: writes headers and bytes itself, and rejects before the first byte or not at all. */
export class StreamReply {
  readonly send: (response: Response) => Promise<void>;
  constructor(send: (response: Response) => Promise<void>) {
    this.send = send;
  }
}

export interface RouteSpec<Params, Query, Body, Data extends z.ZodType> {
  method: Method;
  /** Express style: `/api/v2/memories/:memory_id`. */
  path: string;
  scope: RouteScope;
  permission?: Permission;
  /** One line for the OpenAPI document. */
  summary: string;
  /** False for what only our own pages may ask: it is no part of the contract. */
  documented?: false;
  params?: Params;
  query?: Query;
  /** `multipart` leaves the body to the handler, as a stream. */
  body?: Body | 'multipart';
  /** Largest JSON body in bytes. Default: derived from the schema, see `bodyLimitOf`. */
  bodyLimitBytes?: number;
  /** Of a success; default 200. */
  status?: number;
  /** Of a success that made nothing new, where there is such, e.g. 200 for a duplicate upload. */
  repeatedStatus?: number;
  /** The shape of `data`; what is not in it never leaves. `null`: the handler streams something else. */
  response: Data | null;
  /** Shape of the top-level `metadata`, where there is one. */
  responseMetadata?: z.ZodType;
  /** Content type of a streamed response, for OpenAPI. */
  responseType?: string;
  /**
   * Status of VAL_FIELD_INVALID by field, where it is not 422, e.g. `{ path: 400 }`. Holds for every way in which a
   * value that is there can be bad, NUL characters and other types included, when no other field is.
   */
  invalidFieldStatus?: Readonly<Record<string, number>>;
  /** Codes beyond those that follow from scope, permission and schemas. */
  errors?: readonly ErrorCode[];
  /** Shown in the OpenAPI document; each is checked against the running server. */
  example?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
  handle(input: RouteInput<Params, Query, Body>): Promise<z.input<Data> | Reply | StreamReply>;
}

/** A route with its types forgotten, as tables hold it. */
export interface Route extends Omit<RouteSpec<z.ZodType, z.ZodType, z.ZodType, z.ZodType>, 'handle'> {
  handle(input: RouteInput<never, never, never>): Promise<unknown>;
}

/**
 * Declares one operation: all that HTTP needs to know about it. Validation, scope checks, the envelope,
 * error statuses, OpenAPI and generated tests follow from it.
 */
export function route<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Data extends z.ZodType = z.ZodType,
>(spec: RouteSpec<Params, Query, Body, Data>): Route {
  return spec as unknown as Route;
}
