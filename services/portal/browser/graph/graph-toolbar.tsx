import { texts } from '../texts.ts';
import { download, toPng, toSvg } from './export-map.ts';
import type { MapView } from './map-view.ts';

/** What the page shows: the map, or a list with the same memories. */
export type GraphMode = 'map' | 'list';

interface ToolbarProps {
  mode: GraphMode;
  hasMap: boolean;
  onMode(mode: GraphMode): void;
  view(): MapView | null;
}

const FILE_NAME = 'loci-graph';

/** Buttons above the map. */
export function GraphToolbar({ mode, hasMap, onMode, view }: ToolbarProps) {
  const { graph: t } = texts;
  const withView = (act: (view: MapView) => void) => () => {
    const current = view();
    if (current !== null) act(current);
  };
  return (
    <div class="graph-toolbar">
      {hasMap && (
        <div class="segments" role="group" aria-label={t.view}>
          {(['map', 'list'] as const).map((each) => (
            <button
              key={each}
              type="button"
              class="second small"
              aria-pressed={mode === each}
              onClick={() => onMode(each)}
            >
              {t[each]}
            </button>
          ))}
        </div>
      )}
      {mode === 'map' && (
        <>
          <div class="segments">
            <IconButton label={t.zoomOut} icon="−" onClick={withView((map) => map.zoomOut())} />
            <IconButton label={t.zoomIn} icon="+" onClick={withView((map) => map.zoomIn())} />
            <IconButton label={t.fit} icon="⤢" onClick={withView((map) => map.fit())} />
          </div>
          <div class="segments" role="group" aria-label={t.download}>
            <button
              type="button"
              class="second small"
              onClick={withView((map) => {
                void toPng(map.scene()).then((image) => download(image, `${FILE_NAME}.png`));
              })}
            >
              {t.png}
            </button>
            <button
              type="button"
              class="second small"
              onClick={withView((map) =>
                download(new Blob([toSvg(map.scene())], { type: 'image/svg+xml' }), `${FILE_NAME}.svg`),
              )}
            >
              {t.svg}
            </button>
          </div>
        </>
      )}
    </div>
  );
}

const IconButton = ({ label, icon, onClick }: { label: string; icon: string; onClick(): void }) => (
  <button type="button" class="second small icon" aria-label={label} title={label} onClick={onClick}>
    <span aria-hidden="true">{icon}</span>
  </button>
);
