import { texts } from '../texts.ts';
import { formatNumber } from './format-number.ts';
import type { MemoryGraph } from './graph-model.ts';
import type { GraphSession } from './graph-session.ts';
import { relationshipTypeLabel } from './type-labels.ts';

interface RelationListProps {
  session: GraphSession;
  id: string;
  limit: number;
}

/** The shown relationships of a memory. Each one selects the memory at its other end. */
export function RelationList({ session, id, limit }: RelationListProps) {
  const { graph } = session.model;
  const relations = listRelations(graph, id);
  const omitted = relations.length - limit;
  return (
    <ul class="relations">
      {relations.slice(0, limit).map(({ key, type, isOut, otherId }) => (
        <li key={key}>
          <span class="quiet">
            {isOut ? '→' : '←'} {relationshipTypeLabel(type)}
          </span>{' '}
          <button type="button" class="link" onClick={() => session.select(otherId)}>
            {graph.getNodeAttribute(otherId, 'label')}
          </button>
        </li>
      ))}
      {omitted > 0 && <li class="quiet">{texts.graph.moreRelationships(formatNumber(omitted))}</li>}
    </ul>
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
              isOut: from === id,
              otherId: from === id ? to : from,
            },
          ],
    )
    .flat();
