import { texts } from '../texts.ts';
import { formatNumber } from './format-number.ts';
import type { GraphSession } from './graph-session.ts';
import { memoryTypeLabel, relationshipTypeLabel } from './type-labels.ts';

/** The colors of the memory types, and a filter of the relationship types. */
export function GraphLegend({ session }: { session: GraphSession }) {
  const { graph: t } = texts;
  const { model, state } = session;
  const memoryTypes = new Set(model.graph.mapNodes((_id, { memory }) => memory.memory_type));
  const types = model.countTypes();
  return (
    <section class="graph-legend" aria-label={t.legend}>
      <h3>{t.memoryTypesHeading}</h3>
      <ul class="legend-colors">
        {[...memoryTypes].sort().map((type) => (
          <li key={type}>
            <span class={`swatch type-${type.replaceAll('_', '-')}`} />
            {memoryTypeLabel(type)}
          </li>
        ))}
      </ul>
      {types.length === 0 ? (
        <p class="quiet">{t.noRelationships}</p>
      ) : (
        <fieldset>
          <legend>{t.relationshipTypesHeading}</legend>
          {types.map(({ type, count }) => (
            <label key={type} class="legend-type">
              <input
                type="checkbox"
                checked={!state.hiddenTypes.has(type)}
                onChange={() => session.toggleType(type)}
              />
              <span>{relationshipTypeLabel(type)}</span>
              <span class="quiet">{formatNumber(count)}</span>
            </label>
          ))}
        </fieldset>
      )}
    </section>
  );
}
