import type { Response, Call } from './send.ts';

/** Area of the API that a write belongs to. It determines the dependencies of the write. */
export type WriteArea = 'memory' | 'relationship' | 'document' | 'artifact';

export interface Refusal {
  area: WriteArea;
  what: string;
  /** Status of the response, or null if there was no response. */
  status: number | null;
  code: string;
  startedAt: number;
  endedAt: number;
}

export interface WriteLog {
  readonly acknowledged: number;
  /** Writes that failed or whose outcome is uncertain. */
  readonly refusals: readonly Refusal[];
  /** Responses that no outage explains. */
  readonly unexpectedResponses: readonly string[];
  recordResponse(
    area: WriteArea,
    call: Pick<Call, 'method' | 'path'>,
    startedAt: number,
    answer: Response,
  ): void;
  recordFailure(
    area: WriteArea,
    call: Pick<Call, 'method' | 'path'>,
    startedAt: number,
    error: unknown,
  ): void;
}

/** Statuses after which the outcome of the write is uncertain. */
const REFUSALS = [502, 503];
/** Status of the response if the relationship already exists. */
const CONFLICT = 409;

export function createWriteLog(): WriteLog {
  const refusals: Refusal[] = [];
  const unexpectedResponses: string[] = [];
  let acknowledged = 0;
  const record = (
    area: WriteArea,
    { method, path }: Pick<Call, 'method' | 'path'>,
    startedAt: number,
    status: number | null,
    code: string,
  ): void => {
    refusals.push({
      ...{ area, what: `${method} ${path}`, status, code },
      ...{ startedAt, endedAt: performance.now() },
    });
  };
  return {
    get acknowledged() {
      return acknowledged;
    },
    refusals,
    unexpectedResponses,
    recordResponse: (area, call, startedAt, { status, body }) => {
      if (status < 300) acknowledged++;
      else if (REFUSALS.includes(status))
        record(area, call, startedAt, status, body?.error?.code ?? 'no error body');
      else if (!(status === CONFLICT && area === 'relationship')) {
        unexpectedResponses.push(
          `${call.method} ${call.path} returned ${status}: ${JSON.stringify(body).slice(0, 300)}`,
        );
      }
    },
    recordFailure: (area, call, startedAt, error) => {
      const { message, cause } = error as Error & { cause?: { code?: string } };
      record(area, call, startedAt, null, cause?.code ?? message);
    },
  };
}
