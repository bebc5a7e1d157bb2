import { useEffect, useRef, useState } from 'preact/hooks';
import { arrowOf } from '../../src/graph/graph-data.ts';
import { texts } from '../texts.ts';
import { formatNumber } from './format-number.ts';
import type { MemoryGraph } from './graph-model.ts';
import type { GraphSession } from './graph-session.ts';
import { relationshipTypeLabel } from './type-labels.ts';

interface RelationListProps {
  session: GraphSession;
  /** ID of the memory. A list of another memory needs another `key`, so that it starts with its first page. */
  id: string;
  /** Number of relationships that are shown first, and with each click. */
  pageSize: number;
}

/** The shown relationships of a memory. Each one selects the memory at its other end. */
export function RelationList({ session, id, pageSize }: RelationListProps) {
  const { graph } = session.model;
  const [limit, setLimit] = useState(pageSize);
  const list = useRef<HTMLUListElement>(null);
  const relations = listRelations(graph, id);
  const omitted = relations.length - limit;
  useEffect(() => {
    // The button that had the focus may be gone, so the first added relationship receives it.
    if (limit > pageSize) list.current?.children[limit - pageSize]?.querySelector('button')?.focus();
  }, [limit]);
  return (
    <>
      <ul class="relations" ref={list}>
        {relations.slice(0, limit).map(({ key, type, arrow, otherId }) => (
          <li key={key}>
            <span class="quiet">
              {arrow} {relationshipTypeLabel(type)}
            </span>{' '}
            <button type="button" class="link" onClick={() => session.select(otherId)}>
              {graph.getNodeAttribute(otherId, 'label')}
            </button>
          </li>
        ))}
      </ul>
      {omitted > 0 && (
        <button type="button" class="second small" onClick={() => setLimit(limit + pageSize)}>
          {texts.graph.moreRelationships(formatNumber(Math.min(pageSize, omitted)))}
        </button>
      )}
    </>
  );
}

/** Returns the number of shown relationships of a memory. */
export const countRelations = (graph: MemoryGraph, id: string): number => listRelations(graph, id).length;

const listRelations = (graph: MemoryGraph, id: string) =>
  graph
    .mapEdges(id, (key, edge, from, to, source, target) =>
      edge.hidden || source.hidden || target.hidden
        ? []
        : [
            {
              key,
              type: edge.relationship.relationship_type,
              arrow: arrowOf(edge.relationship.direction_type, from === id),
              otherId: from === id ? to : from,
            },
          ],
    )
    .flat();
