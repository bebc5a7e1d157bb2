import { aliasOf } from '../src/vector-index/qdrant/collection-name.ts';
import { connectQdrant } from '../src/vector-index/qdrant/qdrant-connection.ts';
import type { QdrantConnectionOptions } from '../src/vector-index/qdrant/qdrant-connection.ts';

/** Lists the names of all collections of deployments with the given prefixes. */
export async function listCollections(
  server: QdrantConnectionOptions,
  prefixes: readonly string[],
): Promise<string[]> {
  const { collections } = await connectQdrant(server).request((client) => client.getCollections());
  return collections
    .map(({ name }) => name)
    .filter((name) => prefixes.some((prefix) => aliasOf(prefix, name) !== null))
    .sort();
}

/** Deletes all collections of deployments with the given prefixes. */
export async function removeCollections(
  server: QdrantConnectionOptions,
  prefixes: readonly string[],
): Promise<void> {
  for (const name of await listCollections(server, prefixes))
    await connectQdrant(server).requestSlow((client) => client.deleteCollection(name));
}
