import neo4j from 'neo4j-driver';

export interface Neo4jCopy {
  /** Revisions by edge id. */
  revisions: Map<string, number>;
  /** Ids of nodes that are not tombstones. */
  nodeIds: Set<string>;
  /** Ids of nodes that are tombstones. */
  tombstoneIds: Set<string>;
  /** Ids of edges that were removed or are locked for a write. */
  guardIds: Set<string>;
  anomalies: string[];
}

/** Reads all edges and nodes by tenant directly from Neo4j, without the adapter. */
export async function readNeo4j(
  variables: Readonly<Record<string, string>>,
): Promise<Map<string, Neo4jCopy>> {
  const driver = neo4j.driver(
    variables['NEO4J_URI']!,
    neo4j.auth.basic(variables['NEO4J_USER']!, variables['NEO4J_PASSWORD']!),
    { disableLosslessIntegers: true },
  );
  const copies = new Map<string, Neo4jCopy>();
  const copyOf = (key: string): { copy: Neo4jCopy; id: string } => {
    const [tenantId, id] = key.split('/') as [string, string];
    const copy = copies.get(tenantId) ?? {
      ...{ revisions: new Map<string, number>(), anomalies: [] },
      ...{ nodeIds: new Set<string>(), tombstoneIds: new Set<string>() },
      guardIds: new Set<string>(),
    };
    copies.set(tenantId, copy);
    return { copy, id };
  };
  try {
    const edges = await driver.executeQuery(
      `MATCH (from)-[edge]->(to)
       RETURN edge.key AS key, edge.revision AS revision, from.key AS fromKey, to.key AS toKey, edge.state AS state`,
    );
    for (const record of edges.records) {
      const { key, revision, fromKey, toKey, state } = record.toObject() as Record<string, string | number>;
      const { copy, id } = copyOf(String(key));
      if (copy.revisions.has(id)) copy.anomalies.push(`${id} exists twice`);
      copy.revisions.set(id, Number(revision));
      const [tenantId] = String(key).split('/');
      const [edgeId, fromId, toId] = String(state).split(' ');
      if (fromKey !== `${tenantId}/${fromId}` || toKey !== `${tenantId}/${toId}` || edgeId !== id) {
        copy.anomalies.push(`${id} connects ${fromKey} to ${toKey}, but its state is ${state}`);
      }
    }
    const nodes = await driver.executeQuery(
      'MATCH (node:LociNode) RETURN node.key AS key, node.gone AS gone',
    );
    for (const record of nodes.records) {
      const { copy, id } = copyOf(record.get('key') as string);
      (record.get('gone') === true ? copy.tombstoneIds : copy.nodeIds).add(id);
    }
    const guards = await driver.executeQuery('MATCH (guard:LociEdgeGuard) RETURN guard.key AS key');
    for (const record of guards.records) {
      const { copy, id } = copyOf(record.get('key') as string);
      copy.guardIds.add(id);
    }
    return copies;
  } finally {
    await driver.close();
  }
}
