import type { ToolSpec } from './tool.ts';

/**
 * Returns INVALID_PATH if the only invalid field is a path that breaks a path rule. A missing path and oversized content
 * keep their general code.
 *
 * @see docs/reference/mcp-tools.md#tool-errors
 */
export const badPathCode: NonNullable<ToolSpec<never>['errorCode']> = ({ code, fieldErrors }) => {
  const [field, ...others] = Object.keys(fieldErrors ?? {});
  return code === 'VAL_FIELD_INVALID' && field === 'path' && others.length === 0 ? 'INVALID_PATH' : null;
};
