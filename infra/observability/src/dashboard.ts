/** Units of Grafana: seconds, bytes, a share from 0 to 1, counts, and rates per second. */
export type Unit = 's' | 'bytes' | 'percentunit' | 'short' | 'reqps' | 'eps' | 'ops';

/** A series of a panel: a PromQL query, and the template of its name in the legend, such as `{{service}}`. */
export interface Series {
  query: string;
  legend: string;
}

export interface Panel {
  title: string;
  /** What the panel shows and which values need attention. Shown as the tooltip of the panel. */
  description: string;
  unit: Unit;
  /** `timeseries` by default. A `stat` shows the last value of each series. */
  kind?: 'timeseries' | 'stat';
  series: readonly Series[];
  /** Width in columns of the grid, which has 24. */
  width?: number;
  /** Value from which a stat is red, or a time series has a line. */
  alertFrom?: number;
}

export interface Dashboard {
  /** Stable identifier, which is part of the URL. */
  uid: string;
  title: string;
  description: string;
  rows: readonly { title: string; panels: readonly Panel[] }[];
}

const GRID_COLUMNS = 24;
const PANEL_HEIGHT = 8;
const STAT_HEIGHT = 4;
const DEFAULT_WIDTH = 8;

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

/** Variables of all dashboards. Without Kubernetes, series have no namespace, which `.*` also matches. */
const VARIABLES = [
  { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', hide: 0 },
  {
    name: 'namespace',
    label: 'Namespace',
    type: 'query',
    datasource: DATASOURCE,
    query: {
      query: 'label_values(nodejs_eventloop_lag_p99_seconds{job="loci"}, namespace)',
      refId: 'namespace',
    },
    refresh: 2,
    sort: 1,
    includeAll: true,
    multi: true,
    allValue: '.*',
    current: { text: 'All', value: '$__all' },
    hide: 0,
  },
];

/** Returns the model of a dashboard in the JSON format that Grafana imports and provisions. */
export function grafanaDashboard({ uid, title, description, rows }: Dashboard) {
  const panels: object[] = [];
  let id = 1;
  let y = 0;
  for (const row of rows) {
    panels.push({
      id: id++,
      type: 'row',
      title: row.title,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y, w: 24, h: 1 },
    });
    y += 1;
    let x = 0;
    let height = 0;
    for (const panel of row.panels) {
      const w = panel.width ?? DEFAULT_WIDTH;
      const h = panel.kind === 'stat' ? STAT_HEIGHT : PANEL_HEIGHT;
      if (x + w > GRID_COLUMNS) {
        y += height;
        x = 0;
        height = 0;
      }
      panels.push(grafanaPanel(panel, id++, { x, y, w, h }));
      x += w;
      height = Math.max(height, h);
    }
    y += height;
  }
  return {
    uid,
    title,
    description,
    tags: ['loci'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    timezone: '',
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    links: [
      {
        title: 'Loci',
        type: 'dashboards',
        icon: '',
        tooltip: '',
        targetBlank: false,
        tags: ['loci'],
        asDropdown: true,
        includeVars: true,
        keepTime: true,
      },
    ],
    templating: { list: VARIABLES },
    annotations: { list: [] },
    panels,
  };
}

function grafanaPanel(
  { title, description, unit, kind = 'timeseries', series, alertFrom }: Panel,
  id: number,
  gridPos: object,
) {
  const steps = [
    { color: 'green', value: null },
    ...(alertFrom === undefined ? [] : [{ color: 'red', value: alertFrom }]),
  ];
  const isStat = kind === 'stat';
  return {
    id,
    type: kind,
    title,
    description,
    gridPos,
    datasource: DATASOURCE,
    fieldConfig: {
      defaults: {
        unit,
        min: 0,
        thresholds: { mode: 'absolute', steps },
        ...(isStat
          ? { noValue: '–' }
          : {
              custom: {
                fillOpacity: 10,
                thresholdsStyle: { mode: alertFrom === undefined ? 'off' : 'line' },
              },
            }),
      },
      overrides: [],
    },
    options: isStat
      ? {
          reduceOptions: { calcs: ['lastNotNull'] },
          colorMode: 'value',
          graphMode: 'area',
          textMode: 'auto',
          justifyMode: 'auto',
          orientation: 'auto',
          percentChangeColorMode: 'standard',
          showPercentChange: false,
          wideLayout: true,
        }
      : {
          legend: { showLegend: true, displayMode: 'list', placement: 'bottom', calcs: [] },
          tooltip: { mode: 'multi', sort: 'desc' },
        },
    targets: series.map(({ query, legend }, index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      datasource: DATASOURCE,
      expr: query,
      legendFormat: legend,
    })),
  };
}
