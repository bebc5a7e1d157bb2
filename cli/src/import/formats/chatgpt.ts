import type { ImportFormat, ImportItem } from '../import-item.ts';
import { asArray, asObject, asText, asTime, isObject, withoutEmpty } from '../json-values.ts';
import type { JsonObject } from '../json-values.ts';
import { readJsonElements } from '../read-json-elements.ts';

/** Content types of the text that a person wrote or read. The others are tools, reasoning and settings. */
const READABLE = new Set(['text', 'multimodal_text', 'code']);

/**
 * The `conversations.json` of a ChatGPT data export. Each message of the branch that ChatGPT shows becomes a memory of
 * type `conversation`. Regenerated answers on other branches are skipped.
 */
export const chatGpt: ImportFormat = {
  name: 'chatgpt',
  title: 'ChatGPT',
  async *read(path) {
    for await (const { index, value } of readJsonElements(path, ['conversations'])) {
      const conversation = asObject(value);
      const id = asText(conversation['conversation_id']) ?? asText(conversation['id']);
      const where = `${path}: conversation ${id ?? index}`;
      if (id === undefined || !isObject(conversation['mapping']))
        yield { kind: 'skipped', where, reason: 'The element is not a conversation.' };
      else yield* readConversation(conversation, id, conversation['mapping'], where);
    }
  },
};

function* readConversation(
  conversation: JsonObject,
  id: string,
  mapping: JsonObject,
  where: string,
): Generator<ImportItem> {
  const branch = shownBranch(mapping, conversation['current_node']);
  const others = Object.entries(mapping).filter(
    ([key, node]) => !branch.has(key) && readText(asObject(asObject(node)['message'])) !== undefined,
  ).length;
  if (others > 0)
    yield {
      kind: 'skipped',
      where,
      reason: `${others} messages are on branches that ChatGPT does not show.`,
    };
  for (const [key, node] of branch) {
    const message = asObject(node['message']);
    const text = readText(message);
    if (text === undefined) continue;
    yield {
      kind: 'memory',
      externalId: `${id}/${asText(message['id']) ?? key}`,
      content: text,
      memoryType: 'conversation',
      tags: [],
      occurredAt: asTime(message['create_time']) ?? asTime(conversation['create_time']),
      sourceType: 'conversation',
      metadata: withoutEmpty({
        conversation_id: `chatgpt:${id}`,
        title: asText(conversation['title']),
        role: asObject(message['author'])['role'],
        model: asText(asObject(message['metadata'])['model_slug']),
      }),
    };
  }
}

/** Returns the nodes from the root to the current node, by their key. */
function shownBranch(mapping: JsonObject, current: unknown): Map<string, JsonObject> {
  const nodes: [string, JsonObject][] = [];
  const seen = new Set<string>();
  // Without a current node, the newest leaf is the end of the branch.
  for (
    let key: unknown = current ?? Object.keys(mapping).at(-1);
    typeof key === 'string' && !seen.has(key);
  ) {
    seen.add(key);
    const node = asObject(mapping[key]);
    nodes.push([key, node]);
    key = node['parent'];
  }
  return new Map(nodes.reverse());
}

/** Returns the text of a message that ChatGPT shows, or undefined for other messages. */
function readText(message: JsonObject): string | undefined {
  const role = asObject(message['author'])['role'];
  if (role !== 'user' && role !== 'assistant') return undefined;
  if (asObject(message['metadata'])['is_visually_hidden_from_conversation'] === true) return undefined;
  // A message to a tool has the name of the tool as recipient.
  if (role === 'assistant' && (message['recipient'] ?? 'all') !== 'all') return undefined;
  const content = asObject(message['content']);
  if (!READABLE.has(String(content['content_type']))) return undefined;
  const parts = asArray(content['parts']).map((part) => asText(part) ?? asText(asObject(part)['text']) ?? '');
  return asText(parts.filter((part) => part !== '').join('\n\n')) ?? asText(content['text']);
}
