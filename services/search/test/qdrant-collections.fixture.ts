import { connectQdrant } from '../src/vector-index/qdrant/qdrant-connection.ts';
import { aliasOf } from '../src/vector-index/qdrant/collection-name.ts';
import type { QdrantConnectionOptions } from '../src/vector-index/qdrant/qdrant-connection.ts';

/** The names of the collections that deployments of these prefixes have on the server. */
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

/** Removes what a test has made. */
export async function removeCollections(
  server: QdrantConnectionOptions,
  prefixes: readonly string[],
): Promise<void> {
  for (const name of await listCollections(server, prefixes))
    await connectQdrant(server).requestSlow((client) => client.deleteCollection(name));
}
