import type { AppError } from '@loci/core';
import { guardJson, validate } from '@loci/http';
import { isExpectedError, toFailure } from './tool-error.ts';
import type { ToolFailure } from './tool-error.ts';
import type { Tool, ToolContext } from './tool.ts';

export type ToolResult = ({ success: true } & Record<string, unknown>) | ToolFailure;

/**
 * Runs one tool call. Never throws. Every error becomes a failure result. Unexpected errors are logged.
 *
 * @param args arguments of the call. Null values count as absent and unknown arguments are ignored.
 * @param rejection error to return instead of running the tool, for example if the rate limit is exceeded;
 *   null to run the tool
 * @see docs/reference/mcp-tools.md#tool-results
 */
export async function callTool(
  tool: Tool,
  args: Record<string, unknown>,
  context: ToolContext,
  rejection: AppError | null = null,
): Promise<ToolResult> {
  const { requestId } = context.caller;
  try {
    if (rejection !== null) throw rejection;
    guardJson(args);
    const input = validate(tool.input, omitNulls(args), 'arguments');
    const fields = await tool.handle(context, input as never);
    return { success: true, ...fields, ...(context.warnings.length > 0 && { warnings: context.warnings }) };
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

/** Removes null arguments, because language models often send null for an argument that they omit. */
const omitNulls = (args: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
