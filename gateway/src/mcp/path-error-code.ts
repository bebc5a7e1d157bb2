import type { ToolSpec } from './tool.ts';

/**
 * Returns INVALID_PATH if the only invalid field is a path that breaks a path rule, otherwise null. A missing
 * path and oversized content therefore keep their general error code.
 *
 * @see docs/reference/mcp-tools.md#tool-errors
 */
export const toPathErrorCode: NonNullable<ToolSpec<never>['toToolErrorCode']> = ({ code, fieldErrors }) => {
  const [field, ...others] = Object.keys(fieldErrors ?? {});
  return code === 'VAL_FIELD_INVALID' && field === 'path' && others.length === 0 ? 'INVALID_PATH' : null;
};
