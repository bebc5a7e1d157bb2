import { randomUUID } from 'node:crypto';

const USABLE = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own id when it can be logged and echoed safely, else a new UUID. */
export function chooseRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && USABLE.test(header) ? header : randomUUID();
}
