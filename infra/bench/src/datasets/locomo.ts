import type { DataSet } from './data-set.ts';

/** A turn of a dialogue. It is stored as one memory. */
export interface LocomoTurn {
  /** Id in the form `D<session>:<turn>`, unique within the conversation. */
  turnId: string;
  /** Id in the form `session_<n>`, stored as `metadata.conversation_id`. */
  sessionId: string;
  /** Start of the session in ISO 8601. The file does not name the time zone, so it counts as UTC. */
  time: string;
  /** Text in the form `<speaker>: <text>`, followed by the image caption if there is one. */
  content: string;
}

export interface LocomoQuestion {
  question: string;
  category: LocomoCategory;
  /** Distinct ids of the turns that contain the answer, at least one. */
  evidence: string[];
}

export interface LocomoConversation {
  sampleId: string;
  /** Turns in chronological order. */
  turns: LocomoTurn[];
  /** Questions whose answer at least one turn contains. */
  questions: LocomoQuestion[];
}

export const LOCOMO_CATEGORIES = [
  'multi-hop',
  'temporal',
  'open-domain',
  'single-hop',
  'adversarial',
] as const;
export type LocomoCategory = (typeof LOCOMO_CATEGORIES)[number];

interface WireTurn {
  dia_id: string;
  speaker: string;
  text: string;
  blip_caption?: string;
}

interface WireQuestion {
  question: string;
  category: number;
  evidence?: string[];
}

interface WireConversation {
  sample_id: string;
  conversation: Record<string, unknown>;
  qa: WireQuestion[];
}

/**
 * Parses a LoCoMo file. The license of LoCoMo (CC BY-NC 4.0) does not permit shipping the file with Loci.
 *
 * @param json the text of the file: an array of conversations
 * @returns conversations in the order of the file
 * @throws Error if the text has another format
 * @see Maharana et al. 2024, "Evaluating Very Long-Term Conversational Memory of LLM Agents"
 */
export function parseLocomo(json: string): LocomoConversation[] {
  const conversations: unknown = JSON.parse(json);
  if (!Array.isArray(conversations) || conversations.length === 0) {
    throw new Error('The file is not a LoCoMo file. It must be a non-empty array of conversations.');
  }
  return conversations.map((conversation: WireConversation, index) => {
    if (!conversation?.conversation || !Array.isArray(conversation.qa)) {
      throw new Error(`The file is not a LoCoMo file. Entry ${index} must have "conversation" and "qa".`);
    }
    return toConversation(conversation);
  });
}

const DAY_MS = 86_400_000;

/**
 * Converts conversations to a data set with one collection per conversation.
 *
 * @param withTimes true to include the times of the turns, and to ask the questions one day after the last session
 */
export const locomoDataSet = (conversations: readonly LocomoConversation[], withTimes: boolean): DataSet => ({
  name: 'locomo',
  collections: conversations.map(({ sampleId, turns, questions }) => {
    const lastMs = Math.max(...turns.map(({ time }) => Date.parse(time)));
    const askedAt = new Date(lastMs + DAY_MS).toISOString();
    return {
      name: sampleId,
      items: turns.map(({ turnId, sessionId, content, time }) => ({
        id: turnId,
        text: content,
        conversation: sessionId,
        ...(withTimes && { time }),
      })),
      questions: questions.map(({ question, category, evidence }, index) => ({
        id: String(index + 1),
        text: question,
        relevant: new Map(evidence.map((id) => [id, 1])),
        category,
        ...(withTimes && { time: askedAt }),
      })),
    };
  }),
  mainMetric: 'recall@10',
  target: 0.72,
});

function toConversation(wire: WireConversation): LocomoConversation {
  const turns = sessionsInOrder(wire.conversation).flatMap(([sessionId, session]) =>
    session.map((turn) => ({
      turnId: turn.dia_id,
      sessionId,
      time: sessionTime(sessionId, wire.conversation[`${sessionId}_date_time`]),
      content: turnContent(turn),
    })),
  );
  const known = new Set(turns.map((turn) => turn.turnId));
  const questions = wire.qa.flatMap((entry): LocomoQuestion[] => {
    const evidence = evidenceIds(entry.evidence ?? []).filter((id) => known.has(id));
    const category = LOCOMO_CATEGORIES[entry.category - 1];
    if (category === undefined)
      throw new Error(`The LoCoMo file contains the unknown question category ${entry.category}.`);
    return evidence.length === 0 ? [] : [{ question: entry.question, category, evidence }];
  });
  return { sampleId: wire.sample_id, turns, questions };
}

function sessionsInOrder(conversation: Record<string, unknown>): [string, WireTurn[]][] {
  return Object.entries(conversation)
    .filter(
      (entry): entry is [string, WireTurn[]] => /^session_\d+$/.test(entry[0]) && Array.isArray(entry[1]),
    )
    .sort(([a], [b]) => sessionNumber(a) - sessionNumber(b));
}

function sessionNumber(key: string): number {
  return Number(key.slice('session_'.length));
}

/** Converts a time such as `1:56 pm on 8 May, 2023` to ISO 8601. @throws Error if it has another form */
function sessionTime(sessionId: string, text: unknown): string {
  const [, time, date] = /^(\d+:\d+ [ap]m) on (.+)$/.exec(String(text)) ?? [];
  const ms = Date.parse(`${date} ${time} UTC`);
  if (Number.isNaN(ms))
    throw new Error(`The LoCoMo file contains the unknown time "${text}" of ${sessionId}.`);
  return new Date(ms).toISOString();
}

function turnContent(turn: WireTurn): string {
  const caption = turn.blip_caption ? ` ${turn.blip_caption}` : '';
  return `${turn.speaker}: ${turn.text}${caption}`;
}

/** Parses turn ids in notations such as `D8:6; D9:17`, `D:11:26` and `D30:05`. */
function evidenceIds(entries: string[]): string[] {
  const ids = entries.flatMap((entry) =>
    [...entry.matchAll(/D:?(\d+):(\d+)/g)].map((match) => `D${Number(match[1])}:${Number(match[2])}`),
  );
  return [...new Set(ids)];
}
