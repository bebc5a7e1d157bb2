import type { ToolSpec } from './tool.ts';

/** A path that is there but bad; a missing one, or content that is too large, is an ordinary mistake. */
export const badPathCode: NonNullable<ToolSpec<never>['errorCode']> = ({ code, fieldErrors }) => {
  const [field, ...others] = Object.keys(fieldErrors ?? {});
  return code === 'VAL_FIELD_INVALID' && field === 'path' && others.length === 0 ? 'INVALID_PATH' : null;
};
