import { useEffect, useRef, useState } from 'preact/hooks';
import type { GraphProps } from '../../src/graph/graph-data.ts';
import { texts } from '../texts.ts';
import { createGraphSession } from './graph-session.ts';
import type { GraphSession } from './graph-session.ts';
import { GraphLegend } from './graph-legend.tsx';
import { GraphList } from './graph-list.tsx';
import { GraphPanel } from './graph-panel.tsx';
import { GraphToolbar } from './graph-toolbar.tsx';
import type { GraphMode } from './graph-toolbar.tsx';
import { readColors, watchColorScheme } from './map-colors.ts';
import { createMapView, supportsWebGl } from './map-view.ts';
import type { MapView } from './map-view.ts';
import { TimeSlider } from './time-slider.tsx';
import { formatNumber } from './format-number.ts';

const hasWebGl = supportsWebGl();

/** Keys that move and zoom the map while it has the focus. */
const KEYS: Record<string, (view: MapView) => void> = {
  ArrowLeft: (view) => view.pan(-1, 0),
  ArrowRight: (view) => view.pan(1, 0),
  ArrowUp: (view) => view.pan(0, -1),
  ArrowDown: (view) => view.pan(0, 1),
  '+': (view) => view.zoomIn(),
  '-': (view) => view.zoomOut(),
  '0': (view) => view.fit(),
};

/** The map of memories with its list, legend and side panel. */
export function GraphPage(props: GraphProps) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<MapView | null>(null);
  const [session, setSession] = useState<GraphSession | null>(null);
  const [mode, setMode] = useState<GraphMode>(hasWebGl ? 'map' : 'list');
  const [, setChanges] = useState(0);

  useEffect(() => {
    const element = container.current!;
    const created = createGraphSession(props, readColors(element), {
      changed: () => setChanges((count) => count + 1),
      moved(positions, isFirst) {
        if (view.current !== null) view.current.move(positions, isFirst);
        else {
          for (const [id, position] of positions) created.model.graph.mergeNodeAttributes(id, position);
        }
      },
    });
    setSession(created);
    if (hasWebGl) {
      view.current = createMapView(element, created.model.graph, readColors(element), (id) =>
        created.select(id),
      );
    }
    const unwatch = watchColorScheme(() => {
      const colors = readColors(element);
      created.setColors(colors);
      view.current?.setColors(colors);
    });
    const resizing = new ResizeObserver(() => view.current?.resize());
    resizing.observe(element);
    return () => {
      unwatch();
      resizing.disconnect();
      view.current?.close();
      created.close();
    };
    // The props are in the page and do not change.
  }, []);

  const selectedId = session?.state.selectedId ?? null;
  useEffect(() => view.current?.select(selectedId), [selectedId]);

  const { graph: t } = texts;
  const counts = session?.model.countShown() ?? { memories: 0, relationships: 0 };
  const countTexts = [formatNumber(counts.memories), formatNumber(counts.relationships)] as const;
  return (
    <div class={`graph ${mode}-mode`}>
      <div class="graph-main">
        <GraphToolbar mode={mode} hasMap={hasWebGl} onMode={setMode} view={() => view.current} />
        {!hasWebGl && <p class="note warn">{t.noWebGl}</p>}
        {session && <GraphMessages session={session} />}
        <div
          class="graph-map"
          ref={container}
          hidden={mode !== 'map'}
          tabIndex={0}
          role="application"
          aria-label={t.mapLabel(...countTexts)}
          onKeyDown={(event) => {
            const act = KEYS[event.key];
            if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            if (view.current !== null) act(view.current);
          }}
        />
        {session && mode === 'list' && <GraphList session={session} />}
        <p class="graph-status quiet" role="status">
          {session?.state.isLoading
            ? t.loading
            : session?.state.isArranging
              ? t.arranging
              : t.counts(...countTexts)}
        </p>
      </div>
      {session && (
        <div class="graph-side">
          <GraphPanel session={session} />
          <TimeSlider session={session} firstTime={props.firstTime} />
          <GraphLegend session={session} />
        </div>
      )}
    </div>
  );
}

/** Failures and limits of the map. */
function GraphMessages({ session }: { session: GraphSession }) {
  const { graph: t } = texts;
  const { failure, isFull, layoutFailed } = session.state;
  return (
    <>
      {failure !== null && (
        <div class="note bad" role="alert">
          {t.loadFailed(failure.message)}{' '}
          <button type="button" class="link" onClick={failure.retry}>
            {t.tryAgain}
          </button>
        </div>
      )}
      {layoutFailed && (
        <div class="note bad" role="alert">
          {t.layoutFailed}
        </div>
      )}
      {isFull && (
        <div class="note warn" role="alert">
          {t.full}
        </div>
      )}
    </>
  );
}
