/** Result of one check. */
export interface CheckResult {
  /** Name for scripts, for example `server`. */
  name: string;
  /** `skip` if the check needs something that another check did not find. */
  status: 'ok' | 'warn' | 'fail' | 'skip';
  /** What was found, as a sentence. */
  message: string;
  /** What to do, as sentences. */
  action?: string;
}

export const ok = (name: string, message: string): CheckResult => ({ name, status: 'ok', message });
export const skip = (name: string, message: string): CheckResult => ({ name, status: 'skip', message });
export const warn = (name: string, message: string, action: string): CheckResult => ({
  name,
  status: 'warn',
  message,
  action,
});
export const fail = (name: string, message: string, action: string): CheckResult => ({
  name,
  status: 'fail',
  message,
  action,
});
