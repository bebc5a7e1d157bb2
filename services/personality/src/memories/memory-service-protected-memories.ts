import type { MemoryClient, ProtectedMemory as StoredMemory } from '@loci/contracts';
import { forwardedKeyOptions } from '@loci/http';
import type { ProtectedMemories, ProtectedMemory } from './protected-memories.ts';

type Client = Pick<
  MemoryClient,
  | 'createProtected'
  | 'updateProtected'
  | 'deleteProtected'
  | 'listProtected'
  | 'replaceProtected'
  | 'findProtectedReply'
>;

/** Stores protected memories in the memory service. Their metadata field `owner` holds the owner. */
export function createProtectedMemories(memory: Client): ProtectedMemories {
  return {
    findEarlierChange: async ({ tenantId, userId, key, fingerprint }) => {
      const request = { tenant_id: tenantId, user_id: userId, key, fingerprint };
      const reply = await memory.findProtectedReply(request);
      return reply && { memory: reply.memory && toProtected(reply.memory) };
    },

    list: async (tenantId, owners) => {
      const found = await Promise.all(
        owners.map((owner) => memory.listProtected({ tenant_id: tenantId, metadata: { owner } })),
      );
      return found
        .flat()
        .map(toProtected)
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    },

    create: async (tenantId, userId, { owner, memoryType, content, metadata }, replacedOwners) => {
      const created = {
        tenant_id: tenantId,
        user_id: userId,
        memory_type: memoryType,
        content,
        metadata: { ...metadata, owner },
      };
      if (replacedOwners.length === 0)
        return toProtected(await memory.createProtected(created, forwardedKeyOptions()));
      const previous = replacedOwners.map((replacedOwner) => ({
        memory_type: memoryType,
        metadata: { owner: replacedOwner },
      }));
      return toProtected(await memory.replaceProtected({ ...created, previous }, forwardedKeyOptions()));
    },

    update: async (tenantId, { id, owner, content, metadata }) => {
      const change = { content, metadata: { ...metadata, owner } };
      return toProtected(
        await memory.updateProtected({ tenant_id: tenantId, id, change }, forwardedKeyOptions()),
      );
    },

    delete: (tenantId, id) => memory.deleteProtected({ tenant_id: tenantId, id }, forwardedKeyOptions()),
  };
}

function toProtected({
  id,
  memory_type,
  content,
  user_id,
  metadata,
  created_at,
}: StoredMemory): ProtectedMemory {
  const { owner, ...rest } = metadata;
  return {
    id,
    owner: String(owner),
    userId: user_id,
    memoryType: memory_type,
    content,
    metadata: rest,
    createdAt: new Date(created_at),
  };
}
