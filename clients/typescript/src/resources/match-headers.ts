import type { ChangeOptions } from '../options.ts';

/** Returns the headers of a change that is rejected if the object has another state. */
export const matchHeaders = ({ ifMatch }: ChangeOptions): Record<string, string> =>
  ifMatch === undefined ? {} : { 'if-match': ifMatch };
