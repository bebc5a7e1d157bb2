import type { AppError } from '@loci/core';
import { guardJson, validate } from '@loci/http';
import { isExpected, toFailure } from './tool-error.ts';
import type { ToolFailure } from './tool-error.ts';
import type { Tool, ToolContext } from './tool.ts';

export type ToolResult = ({ success: true } & Record<string, unknown>) | ToolFailure;

/**
 * One call from its arguments to its result. Never throws: whatever goes wrong becomes SPEC.md's failure
 * object.
 *
 * @param refused why the call may not run at all, e.g. the rate limit; null for a call that may
 */
export async function callTool(
  tool: Tool,
  given: Record<string, unknown>,
  context: ToolContext,
  refused: AppError | null = null,
): Promise<ToolResult> {
  const { requestId } = context.caller;
  try {
    if (refused !== null) throw refused;
    guardJson(given);
    const input = validate(tool.input, withoutNulls(given), 'arguments');
    return { success: true, ...(await tool.handle(context, input as never)) };
  } catch (error) {
    if (!isExpected(error)) {
      context.log.error({ err: error, request_id: requestId, tool: tool.name }, 'a tool failed unexpectedly');
    }
    return toFailure(error, tool, requestId);
  }
}

/** Models write null for what they mean to leave out. */
const withoutNulls = (given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
