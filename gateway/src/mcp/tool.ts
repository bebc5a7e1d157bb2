import type { Caller, Scope } from '@loci/core';
import type { GraphClient, MemoryClient, SearchClient, ServiceRequest } from '@loci/contracts';
import type { z } from 'zod';
import type { ToolErrorCode } from './tool-error.ts';

/** What a tool works with: one call of one caller. */
export interface ToolContext {
  caller: Caller;
  /** `portal_url`, which citations link to. */
  portalUrl: string;
  /**
   * Asks a REST operation on the caller's behalf, with exactly the caller's permissions.
   * @throws the AppError that the operation answers with
   */
  ask<Data>(request: ServiceRequest): Promise<Data>;
  /** Batched reads, for what a caller who passed `ask` may see anyway. */
  memory: Pick<MemoryClient, 'getMany' | 'filterExisting'>;
  graph: Pick<GraphClient, 'edges'>;
  search: Pick<SearchClient, 'items'>;
  log: ToolLog;
}

export interface ToolLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Hints for the host, e.g. whether to ask the person first. @see MCP "ToolAnnotations" */
export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint: false;
}

/** Room for the longest text of a tool, with every character escaped, and for its tags. */
export const MESSAGE_LIMIT_BYTES = 256 * 1024;

export interface ToolSpec<Input extends z.ZodObject> {
  name: string;
  title: string;
  /** One sentence; the whole of what the awakening briefing says about the tool. */
  summary: string;
  /** Further sentences for the tool's description. They state what is so, and tell nobody what to do. */
  notes?: string;
  /** What an OAuth token must hold; checked before the tool runs. */
  scope: Extract<Scope, 'read' | 'write'>;
  annotations: ToolAnnotations;
  /** Unknown arguments are ignored, null ones count as absent. */
  input: Input;
  /** Maximum bytes of a message that calls the tool. Default: {@link MESSAGE_LIMIT_BYTES}. */
  messageLimitBytes?: number;
  /** Fields beside `success`; all optional, since clients check failures against the same schema. */
  output: z.ZodRawShape;
  /** Fields of the REST operation that have another name here, for error messages. */
  renamed?: Readonly<Record<string, string>>;
  /** Codes of this tool's own for errors of the operation. */
  errorCode?(error: { code: string; fieldErrors: Record<string, string[]> | null }): ToolErrorCode | null;
  /** @returns the fields of the result beside `success` */
  handle(context: ToolContext, input: z.output<Input>): Promise<Record<string, unknown>>;
}

/** A tool with its types forgotten, as the table holds it. */
export interface Tool extends Omit<ToolSpec<z.ZodObject>, 'handle'> {
  handle(context: ToolContext, input: never): Promise<Record<string, unknown>>;
}

/** Declares one tool: all that a host, the briefing and the dispatcher need to know about it. */
export function tool<Input extends z.ZodObject>(spec: ToolSpec<Input>): Tool {
  return spec as unknown as Tool;
}

export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
export const ADDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
export const OVERWRITES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};
