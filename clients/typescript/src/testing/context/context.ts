import { existingMemories, isActive, isProtected } from '../memories/memory.ts';
import type { StoredMemory } from '../memories/memory.ts';
import { validityAt } from '../memories/validity.ts';
import { readConfiguration } from '../personality/personality.ts';
import { findItems, toCitation } from '../search/items.ts';
import type { FilterFields, Item } from '../search/items.ts';
import { rankItems } from '../search/rank-items.ts';
import { defaultRanking } from '../search/search.ts';
import type { Call, Result } from '../server/operation.ts';
import { toIso } from '../validation/timestamps.ts';
import { packSections, SECTIONS } from './pack-sections.ts';
import type { Section, SectionLines } from './pack-sections.ts';

const TOKENS_PER_MEMORY = 60;
const MIN_MEMORIES = 5;
const MAX_MEMORIES = 50;
const MAX_PINNED = 50;
const MAX_CONTRADICTIONS = 20;
const MAX_CONTENT = 2_000;
const MAX_CONTRADICTING = 300;

interface ContextBody extends FilterFields {
  query?: string | null;
  max_tokens: number;
  sections?: Section[] | null;
}

/** @see docs/reference/context.md#get-the-context-for-a-prompt */
export function getContext(call: Call): Result {
  const body = call.body as ContextBody;
  const sections = body.sections ?? SECTIONS;
  const shows = (section: Section): boolean => sections.includes(section);
  const { persona_name: personaName, instructions } = readProfile(call, shows('profile'));
  const pinned = readPinned(call);
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const found = readMemories(call, body);
  const others = found.filter(({ id }) => !pinnedIds.has(id));
  const contradictions = shows('contradictions') ? readContradictions(call, [...pinned, ...others]) : [];
  const memories = !shows('memories') ? [] : shows('pinned') ? others : found;
  const entries = { pinned: shows('pinned') ? pinned : [], contradictions, memories };
  const lines: SectionLines = {
    profile: [
      ...(personaName === null ? [] : [`Persona: ${toLine(personaName)}\n`]),
      ...instructions.map((instruction) => `- ${toLine(instruction)}\n`),
    ],
    pinned: entries.pinned.map(memoryLine),
    contradictions: entries.contradictions.map(contradictionLine),
    memories: entries.memories.map(memoryLine),
  };
  const { text, tokens, included } = packSections(lines, body.max_tokens);
  const select = <Entry>(all: readonly Entry[], section: Section): Entry[] =>
    included[section].map((position) => all[position]!);
  const first = personaName === null ? 0 : 1;
  return {
    data: {
      text,
      tokens,
      profile: {
        persona_name: personaName !== null && included.profile.includes(0) ? personaName : null,
        instructions: included.profile.flatMap((position) =>
          position < first ? [] : [instructions[position - first]!],
        ),
      },
      pinned: select(entries.pinned, 'pinned'),
      contradictions: select(entries.contradictions, 'contradictions'),
      memories: select(entries.memories, 'memories'),
      omitted: Object.fromEntries(
        SECTIONS.map((section) => [section, lines[section].length - included[section].length]),
      ),
      unavailable: [],
      degraded: [],
      pending_writes: 0,
    },
  };
}

function readProfile({ tenant, user }: Call, isShown: boolean) {
  if (!isShown) return { persona_name: null, instructions: [] };
  const { persona_name, custom_traits: traits } = readConfiguration(tenant, user);
  return { persona_name, instructions: traits.map(({ content }) => content) };
}

/** Returns the newest pinned memories that are true now. */
function readPinned({ tenant, clock }: Call): ContextMemory[] {
  const now = clock.now();
  return existingMemories(tenant, now)
    .filter(
      (memory) => memory.pinned && !isProtected(memory.memoryType) && validityAt(memory, now) === 'current',
    )
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    .slice(0, MAX_PINNED)
    .map((memory) => toContextMemory(memory));
}

/** Returns the results of a search; without a query, the newest memories. */
function readMemories(call: Call, body: ContextBody): ContextMemory[] {
  const { tenant, clock } = call;
  const limit = Math.min(
    Math.max(Math.ceil(body.max_tokens / TOKENS_PER_MEMORY), MIN_MEMORIES),
    MAX_MEMORIES,
  );
  const items = findItems(call, body);
  if (body.query != null) {
    return rankItems(tenant, items, defaultRanking(body.query), clock.now())
      .items.slice(0, limit)
      .map(({ item, finalScore }) => fromItem(item, finalScore));
  }
  return items
    .flatMap(({ memory }) => (memory === null ? [] : [memory]))
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
    .map((memory) => toContextMemory(memory));
}

/** A memory or document chunk of a context. */
type ContextMemory = ReturnType<typeof fromItem>;

function fromItem({ id, content, memory, chunk, occurredAt }: Item, score: number | null) {
  const codePoints = [...content];
  return {
    id,
    content: codePoints.slice(0, MAX_CONTENT).join(''),
    is_shortened: codePoints.length > MAX_CONTENT,
    memory_type: memory?.memoryType ?? null,
    importance: memory?.importance ?? null,
    occurred_at: toIso(occurredAt),
    tags: [...(memory?.tags ?? [])],
    document: chunk === null ? null : toCitation(chunk),
    score,
  };
}

const toContextMemory = (memory: StoredMemory): ContextMemory => {
  const { id, content, occurredAt, importance } = memory;
  return fromItem({ id, content, memory, chunk: null, occurredAt, importance, validity: 'current' }, null);
};

/** Returns the unresolved contradictions of memories. Both memories of a contradiction are true now. */
function readContradictions({ tenant, clock }: Call, memories: readonly ContextMemory[]) {
  const now = clock.now();
  const ids = new Set(memories.map(({ id }) => id));
  return [...tenant.contradictions.values()]
    .filter(
      ({ sourceId, targetId, resolutionStatus }) =>
        resolutionStatus === 'unresolved' &&
        (ids.has(sourceId) || ids.has(targetId)) &&
        [sourceId, targetId].every((id) => {
          const memory = tenant.memories.get(id)!;
          return isActive(memory) && validityAt(memory, now) === 'current';
        }),
    )
    .sort((a, b) => b.detectedAt - a.detectedAt || (a.id < b.id ? 1 : -1))
    .slice(0, MAX_CONTRADICTIONS)
    .map((contradiction) => ({
      id: contradiction.id,
      contradiction_type: contradiction.contradictionType,
      confidence: contradiction.confidence,
      detected_at: toIso(contradiction.detectedAt),
      source: toContextMemory(tenant.memories.get(contradiction.sourceId)!),
      target: toContextMemory(tenant.memories.get(contradiction.targetId)!),
    }));
}

function memoryLine({
  content,
  is_shortened: isShortened,
  occurred_at: time,
  document,
}: ContextMemory): string {
  const source = document === null ? '' : `, ${toLine(document.filename)}`;
  return `- ${time.slice(0, 10)}${source}: ${toLine(content)}${isShortened ? ' …' : ''}\n`;
}

const contradictionLine = ({ source, target }: { source: ContextMemory; target: ContextMemory }): string =>
  `- ${toStatement(source)}\n  contradicts ${toStatement(target)}\n`;

function toStatement({ content, is_shortened: isShortened, occurred_at: time }: ContextMemory): string {
  const line = toLine(content);
  const statement = [...line].slice(0, MAX_CONTRADICTING).join('');
  return `${time.slice(0, 10)}: ${statement}${isShortened || statement.length < line.length ? ' …' : ''}`;
}

const INVISIBLE = /[\p{Cf}\p{Cc}\p{Co}\p{Cs}]/gu;

/** Converts stored text to one visible line that cannot end its section. */
const toLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(INVISIBLE, '')
    .replaceAll('<', '&lt;')
    .trim();
