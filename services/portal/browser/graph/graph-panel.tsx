import { formatTime } from '../page/local-times.ts';
import { texts } from '../texts.ts';
import { formatNumber } from './format-number.ts';
import type { GraphSession } from './graph-session.ts';
import { RelationList, countRelations } from './relation-list.tsx';
import { memoryTypeLabel } from './type-labels.ts';

const RELATIONS = 30;

/** The selected memory with its relationships. */
export function GraphPanel({ session }: { session: GraphSession }) {
  const { graph: t } = texts;
  const { selectedId, isLoading } = session.state;
  if (selectedId === null) {
    return (
      <section class="graph-panel" aria-label={t.selected}>
        <p class="quiet">{t.selectHint}</p>
      </section>
    );
  }
  const { memory } = session.model.graph.getNodeAttributes(selectedId);
  const shown = countRelations(session.model.graph, selectedId);
  const total = memory.relationship_count;
  return (
    <section class="graph-panel" aria-label={t.selected}>
      <div class="graph-panel-head">
        <h2>
          <span class={`swatch type-${memory.memory_type.replaceAll('_', '-')}`} />
          {memoryTypeLabel(memory.memory_type)}
        </h2>
        <button type="button" class="link" onClick={() => session.select(null)}>
          {t.close}
        </button>
      </div>
      {!memory.is_active && <p class="note warn">{t.olderVersion}</p>}
      <p class="memory">
        {memory.content}
        {memory.is_shortened && '…'}
      </p>
      <dl class="facts">
        <dt>{t.happened}</dt>
        <dd>
          <time dateTime={memory.occurred_at}>{formatTime(memory.occurred_at)}</time>
        </dd>
        {memory.created_at.slice(0, 16) !== memory.occurred_at.slice(0, 16) && (
          <>
            <dt>{t.stored}</dt>
            <dd>
              <time dateTime={memory.created_at}>{formatTime(memory.created_at)}</time>
            </dd>
          </>
        )}
        {memory.tags.length > 0 && (
          <>
            <dt>{t.tags}</dt>
            <dd class="meta">
              {memory.tags.map((tag) => (
                <a key={tag} class="tag" href={`/graph?tag=${encodeURIComponent(tag)}`}>
                  {tag}
                </a>
              ))}
            </dd>
          </>
        )}
      </dl>
      <div class="row-form">
        <a class="button small" href={`/memories/${memory.id}`}>
          {t.open}
        </a>
        <a class="button second small" href={`/graph?start=${memory.id}`}>
          {t.startHere}
        </a>
      </div>
      <h3>
        {t.relationshipTypesHeading}{' '}
        <span class="quiet">{t.shown(formatNumber(shown), formatNumber(Math.max(shown, total)))}</span>
      </h3>
      <RelationList key={selectedId} session={session} id={selectedId} pageSize={RELATIONS} />
      {shown < total ? (
        <button
          type="button"
          class="second small"
          disabled={isLoading}
          onClick={() => session.expand(selectedId)}
        >
          {t.showMore}
        </button>
      ) : (
        <p class="quiet">{t.allShown}</p>
      )}
    </section>
  );
}
