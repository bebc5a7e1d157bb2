import { useState } from 'preact/hooks';
import { texts } from '../texts.ts';
import { formatNumber } from './format-number.ts';
import type { GraphSession } from './graph-session.ts';
import { RelationList } from './relation-list.tsx';
import { memoryTypeLabel } from './type-labels.ts';

const PAGE = 50;
const RELATIONS = 10;

/** All memories of the map with their relationships, in the order in which they were added. */
export function GraphList({ session }: { session: GraphSession }) {
  const { graph: t } = texts;
  const [limit, setLimit] = useState(PAGE);
  const { graph } = session.model;
  const ids = graph.filterNodes((_id, { hidden }) => !hidden);
  const omitted = ids.length - limit;
  return (
    <section class="graph-list" aria-label={t.listHeading}>
      <ul class="results">
        {ids.slice(0, limit).map((id) => {
          const { label, memory } = graph.getNodeAttributes(id);
          return (
            <li key={id}>
              <p class="graph-item">
                <span class={`swatch type-${memory.memory_type.replaceAll('_', '-')}`} />
                <button
                  type="button"
                  class="link"
                  aria-pressed={id === session.state.selectedId}
                  onClick={() => session.select(id)}
                >
                  {label}
                </button>
              </p>
              <div class="meta">
                <span>{memoryTypeLabel(memory.memory_type)}</span>
                <span>{t.relationshipCount(memory.relationship_count)}</span>
              </div>
              <RelationList session={session} id={id} pageSize={RELATIONS} />
            </li>
          );
        })}
      </ul>
      {omitted > 0 && (
        <button type="button" class="second" onClick={() => setLimit(limit + PAGE)}>
          {t.showMoreItems(formatNumber(Math.min(PAGE, omitted)))}
        </button>
      )}
    </section>
  );
}
