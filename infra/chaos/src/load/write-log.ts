import type { Answer, Call } from './send.ts';

/** Which services a write needs. */
export type WriteArea = 'memory' | 'relationship' | 'document' | 'artifact';

export interface Refusal {
  area: WriteArea;
  what: string;
  /** Null: no answer. */
  status: number | null;
  code: string;
  startedAt: number;
  endedAt: number;
}

export interface WriteLog {
  readonly acknowledged: number;
  /** Answers that leave open or deny that anything happened, missing answers among them. */
  readonly refusals: readonly Refusal[];
  /** Answers that no fault excuses. */
  readonly wrongAnswers: readonly string[];
  answered(area: WriteArea, call: Pick<Call, 'method' | 'path'>, startedAt: number, answer: Answer): void;
  unanswered(area: WriteArea, call: Pick<Call, 'method' | 'path'>, startedAt: number, error: unknown): void;
}

/** Unavailable, and the connection to the service broke: whether the write happened is open. */
const REFUSALS = [502, 503];
/** A relationship of the same kind between the same two is there already. */
const CONFLICT = 409;

export function createWriteLog(): WriteLog {
  const refusals: Refusal[] = [];
  const wrongAnswers: string[] = [];
  let acknowledged = 0;
  const note = (
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
    wrongAnswers,
    answered: (area, call, startedAt, { status, body }) => {
      if (status < 300) acknowledged++;
      else if (REFUSALS.includes(status))
        note(area, call, startedAt, status, body?.error?.code ?? 'no envelope');
      else if (!(status === CONFLICT && area === 'relationship')) {
        wrongAnswers.push(
          `${call.method} ${call.path} answers ${status}: ${JSON.stringify(body).slice(0, 300)}`,
        );
      }
    },
    unanswered: (area, call, startedAt, error) => {
      const { message, cause } = error as Error & { cause?: { code?: string } };
      note(area, call, startedAt, null, cause?.code ?? message);
    },
  };
}
