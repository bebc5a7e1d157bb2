import { actorOf, currentPositions, isAppError, runInRequestScope } from '@loci/core';
import type { AppError, Caller } from '@loci/core';
import type { CallOptions, ServiceClient } from '@loci/contracts';
import { filterSecrets, fingerprintOf, guardJson, limitWarnings, validate } from '@loci/http';
import type { Filtered } from '@loci/http';
import { getTracing } from '@loci/telemetry';
import type { SecretFilters } from '../secret-filter/secret-filters.ts';
import { ignoredArgumentWarnings } from './ignored-arguments.ts';
import { isExpectedError, toFailure } from './tool-error.ts';
import type { ToolFailure } from './tool-error.ts';
import type { Tool, ToolContext } from './tool.ts';

export type ToolResult = ({ success: true } & Record<string, unknown>) | ToolFailure;

/** Caller and dependencies of a call, from which the context of the tool is derived. */
export interface CallContext extends Omit<ToolContext, 'writeOptions' | 'request'> {
  /** Client for all operations of the REST API. */
  api: ServiceClient;
  secretFilters: Pick<SecretFilters, 'apply'>;
}

/**
 * Runs one tool call. Never throws. Every error becomes a failure result. Unexpected errors are logged.
 *
 * @param args arguments of the call. Null values count as absent. Unknown arguments cause a warning.
 * @param rejection error to return instead of running the tool, for example if the rate limit is exceeded;
 *   null to run the tool
 * @see docs/reference/mcp-tools.md#tool-results
 */
export async function callTool(
  tool: Tool,
  args: Record<string, unknown>,
  context: CallContext,
  rejection: AppError | null = null,
): Promise<ToolResult> {
  const { requestId } = context.caller;
  try {
    if (rejection !== null) throw rejection;
    guardJson(args);
    const caller =
      tool.scope === 'write' ? await context.secretFilters.apply(context.caller) : context.caller;
    const given = omitNulls(args);
    const filtered = await filterArguments(given, caller);
    const { idempotency_key: key, ...input } = validate(tool.input, filtered.value, 'arguments') as Record<
      string,
      unknown
    >;
    const replay: { replayed?: true } = {};
    const writeOptions: CallOptions = {
      ...context.callOptions,
      idempotency: key === undefined ? undefined : toRequestKey(tool, key as string, given),
      onReplayed: () => (replay.replayed = true),
    };
    const { ownChanges, callOptions, api } = context;
    const request: ToolContext['request'] = async (sent, options = callOptions) =>
      (await api(caller, sent, options)) as never;
    const isFresh = !tool.reads || (await ownChanges.areIncluded(caller, tool.reads, callOptions.signal));
    const run = async (): Promise<Record<string, unknown>> => {
      const toolContext = { ...context, caller, request, writeOptions };
      try {
        return await (isFresh
          ? tool.handle(toolContext, input as never)
          : handleWithMissingChanges(tool, toolContext, input));
      } finally {
        // A tool that fails can have changed something before.
        await ownChanges.record(caller, currentPositions());
      }
    };
    const runInScope = () => runInRequestScope(actorOf(caller, `tool ${tool.name}`), run);
    const tracing = getTracing();
    const { result: fields } = await (tracing === null
      ? runInScope()
      : tracing.inChildSpan(
          {
            name: `tool ${tool.name}`,
            kind: 'internal',
            attributes: { 'gen_ai.tool.name': tool.name },
          },
          runInScope,
        ));
    const warnings = limitWarnings([
      ...ignoredArgumentWarnings(tool, given),
      ...filtered.warnings,
      ...context.warnings,
    ]);
    return {
      success: true,
      ...fields,
      ...(!isFresh && { fresh: false }),
      ...(warnings && { warnings }),
      ...replay,
    };
  } catch (error) {
    if (!isExpectedError(error)) {
      context.log.error(
        { err: error, request_id: requestId, tool: tool.name },
        'Tool call failed unexpectedly',
      );
    }
    return toFailure(error, tool, requestId);
  }
}

/**
 * Runs a tool and adds the changes of the caller that the read models lack. If the read models are unavailable, the result
 * contains only these changes.
 *
 * @throws the error of the tool, also if the read models are unavailable and there are no changes to return
 */
async function handleWithMissingChanges(
  { handle, addMissingChanges, emptyFields }: Tool,
  context: ToolContext,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (addMissingChanges === undefined) return handle(context, input as never);
  // Without the changes, a result is still correct, because `fresh` is false.
  const addChanges = (fields: Record<string, unknown>) =>
    addMissingChanges(context, input as never, fields).catch((error: unknown) => {
      if (isExpectedError(error)) return fields;
      throw error;
    });
  let fields: Record<string, unknown>;
  try {
    fields = await handle(context, input as never);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'SYS_SERVICE_UNAVAILABLE' || !emptyFields) throw error;
    const changes = await addChanges({ ...emptyFields });
    if (changes['not_yet_indexed'] === undefined) throw error;
    return { ...changes, unavailable: true };
  }
  return addChanges(fields);
}

/**
 * Returns the idempotency key of a call with the fingerprint of its arguments. The requests of a tool to services are not
 * compared, because they can contain search results that change between two calls.
 */
const toRequestKey = (
  { name }: Tool,
  key: string,
  { idempotency_key: _key, ...args }: Record<string, unknown>,
) => ({ key, fingerprint: fingerprintOf('tool', name, args) });

/** Applies the secret filter to the arguments before the services do it, so that warnings contain their names. */
async function filterArguments(given: Record<string, unknown>, { secretFilter }: Caller): Promise<Filtered> {
  if (secretFilter === undefined) return { value: given, warnings: [] };
  const { idempotency_key: key, ...texts } = given;
  const { value, warnings } = await filterSecrets(texts, secretFilter);
  return { value: key === undefined ? value : { ...(value as object), idempotency_key: key }, warnings };
}

/** Removes null arguments, because language models often send null for an argument that they omit. */
const omitNulls = (args: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
