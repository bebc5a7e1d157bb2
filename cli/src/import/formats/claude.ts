import type { ImportFormat, ImportItem } from '../import-item.ts';
import { asArray, asObject, asText, asTime, withoutEmpty } from '../json-values.ts';
import type { JsonObject } from '../json-values.ts';
import { readJsonElements } from '../read-json-elements.ts';

/** The `conversations.json` of a Claude data export. Each message becomes a memory of type `conversation`. */
export const claude: ImportFormat = {
  name: 'claude',
  title: 'Claude',
  async *read(path) {
    for await (const { index, value } of readJsonElements(path, ['conversations'])) {
      const conversation = asObject(value);
      const id = asText(conversation['uuid']);
      const where = `${path}: conversation ${id ?? index}`;
      if (id === undefined || !Array.isArray(conversation['chat_messages']))
        yield { kind: 'skipped', where, reason: 'The element is not a conversation.' };
      else yield* readConversation(conversation, id, where);
    }
  },
};

function* readConversation(conversation: JsonObject, id: string, where: string): Generator<ImportItem> {
  for (const [index, value] of asArray(conversation['chat_messages']).entries()) {
    const message = asObject(value);
    const text = readText(message);
    if (text === undefined) {
      yield { kind: 'skipped', where: `${where}, message ${index}`, reason: 'The message has no text.' };
      continue;
    }
    yield {
      kind: 'memory',
      externalId: `${id}/${asText(message['uuid']) ?? index}`,
      content: text,
      memoryType: 'conversation',
      tags: [],
      occurredAt: asTime(message['created_at']) ?? asTime(conversation['created_at']),
      sourceType: 'conversation',
      metadata: withoutEmpty({
        conversation_id: `claude:${id}`,
        title: asText(conversation['name']),
        role: message['sender'] === 'human' ? 'user' : message['sender'],
        attachments: readAttachments(message),
      }),
    };
  }
}

/** Prefers the blocks of type `text`, because the field `text` of newer exports also contains tool calls. */
function readText(message: JsonObject): string | undefined {
  const blocks = asArray(message['content']).flatMap((value) => {
    const block = asObject(value);
    return block['type'] === 'text' ? (asText(block['text']) ?? []) : [];
  });
  return asText(blocks.join('\n\n')) ?? asText(message['text']);
}

function readAttachments(message: JsonObject): string[] | undefined {
  const names = [...asArray(message['attachments']), ...asArray(message['files'])].flatMap(
    (file) => asText(asObject(file)['file_name']) ?? [],
  );
  return names.length === 0 ? undefined : names.slice(0, 100);
}
