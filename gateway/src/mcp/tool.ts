import type { Caller, Scope } from '@loci/core';
import type { CallOptions, GraphClient, MemoryClient, SearchClient, ServiceRequest } from '@loci/contracts';
import type { ReadModel } from '@loci/http';
import type { z } from 'zod';
import type { OwnChanges } from '../own-writes/own-changes.ts';
import type { ToolErrorCode } from './tool-error.ts';

/** Caller and dependencies of one tool call. */
export interface ToolContext {
  caller: Caller;
  /** Base URL of the portal, for links of citations. */
  portalUrl: string;
  /**
   * Calls an operation of the REST API with the permissions of the caller.
   * @throws the error of the operation as an AppError
   */
  request<Data>(request: ServiceRequest, options?: CallOptions): Promise<Data>;
  /** Options for the clients below: the signal of the tool call and the id of its request. */
  callOptions: CallOptions;
  /** `callOptions` with the idempotency key of the tool call, for the calls that change data. */
  writeOptions: CallOptions;
  /** Warnings of the operations that the tool has called, in order. Part of the result if there are any. */
  warnings: readonly string[];
  memory: ToolMemoryClient;
  graph: Pick<GraphClient, 'edges'>;
  search: Pick<SearchClient, 'items'>;
  ownChanges: OwnChanges;
  log: ToolLog;
  /** True if the client gets all fields of the result, false if it gets the text of `toText`. */
  structured: boolean;
}

/**
 * Operations of the memory service that no REST operation offers. `getMany` checks no permission, so a tool calls it only
 * after an operation that does.
 */
export type ToolMemoryClient = Pick<
  MemoryClient,
  'getMany' | 'createClassified' | 'saveCheckpoint' | 'restoreCheckpoint' | 'listCheckpoints'
>;

export interface ToolLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** MCP annotations of a tool. Hosts use them, for example, to ask the user before a destructive call. */
export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint: false;
}

/**
 * Default size limit of a message. Large enough for the longest memory and its tags, even if JSON escapes
 * every character.
 */
export const DEFAULT_MAX_MESSAGE_BYTES = 256 * 1024;

export interface ToolSpec<Input extends z.ZodObject> {
  name: string;
  title: string;
  /** Purpose in one sentence with a period. */
  summary: string;
  /** Further sentences of the description. They state facts and contain no instructions for the model. */
  notes?: string;
  /** Scope that an OAuth token must have. It is checked before the tool runs. */
  scope: Extract<Scope, 'read' | 'write'>;
  annotations: ToolAnnotations;
  /** Schema of the arguments. Unknown arguments cause a warning, and null counts as absent. */
  input: Input;
  /** Arguments that have no effect if one of the listed other arguments is given. */
  overriddenBy?: Readonly<Record<string, readonly string[]>>;
  /** Returns warnings about arguments that have no effect, or that together match nothing. Gets the given arguments. */
  warnAbout?(given: Record<string, unknown>): string[];
  /** Maximum bytes of a message that calls the tool. Defaults to {@link DEFAULT_MAX_MESSAGE_BYTES}. */
  maxMessageBytes?: number;
  /** Read models of the result. The tool runs after they contain the changes of the caller, or after one second. */
  reads?: readonly ReadModel[];
  /** Fields of a result in addition to `success`. The published schema makes them optional, because failures lack them. */
  output: z.ZodRawShape;
  /** Argument names by field name of the REST operation, for error messages. Contains only names that differ. */
  argumentNames?: Readonly<Record<string, string>>;
  /** Returns the error code of this tool for an error of the REST operation, or null for the general code. */
  toToolErrorCode?(error: {
    code: string;
    fieldErrors: Record<string, string[]> | null;
  }): ToolErrorCode | null;
  /** Runs the tool. Returns the fields of the result in addition to `success`. */
  handle(context: ToolContext, input: z.output<Input>): Promise<Record<string, unknown>>;
  /**
   * Returns the fields of a success as the text for a language model contains them: without fields that are repeated, empty
   * or of no use for the next call. Defaults to all fields.
   */
  toText?(fields: Record<string, unknown>): Record<string, unknown>;
  /**
   * Fields of a result without results. If the read models are unavailable, the tool returns these fields with the changes
   * of the caller. Only for a tool with `addMissingChanges`.
   */
  emptyFields?: Readonly<Record<string, unknown>>;
  /**
   * Adds the changes of the caller that the read models lack to the fields that `handle` returned. Called only if the read
   * models do not contain all changes after the wait.
   */
  addMissingChanges?(
    context: ToolContext,
    input: z.output<Input>,
    fields: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
}

/** A tool without the type of its arguments, so that a list can contain different tools. */
export interface Tool extends Omit<ToolSpec<z.ZodObject>, 'handle' | 'addMissingChanges'> {
  handle(context: ToolContext, input: never): Promise<Record<string, unknown>>;
  addMissingChanges?(
    context: ToolContext,
    input: never,
    fields: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
}

/** Defines a tool. The compiler checks the handler against the schema of the arguments. */
export function defineTool<Input extends z.ZodObject>(spec: ToolSpec<Input>): Tool {
  return spec as unknown as Tool;
}

export const READ_ONLY: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
export const ADDITIVE: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  openWorldHint: false,
};
export const DESTRUCTIVE: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};
