import {
  MappingType,
  ThresholdsMode,
  type DataSourceRef,
  type FieldConfig,
  type Panel,
} from '@grafana/schema';

/** The data source is chosen above the panels. */
const SOURCE: DataSourceRef = { type: 'prometheus', uid: '${datasource}' };

/** One line of a panel, or several by a label. */
interface Query {
  /** PromQL. `$__rate_interval` is Grafana's. */
  readonly expr: string;
  /** `{{label}}` stands for its value. */
  readonly legend?: string;
}

export interface PanelPlan {
  readonly title: string;
  readonly description: string;
  /** As Grafana calls it: `s`, `short`, `percentunit`, `reqps`, `bytes`, `none`. */
  readonly unit: string;
  readonly queries: readonly Query[];
  readonly type?: 'timeseries' | 'stat';
  /** Turns red from there on. */
  readonly redFrom?: number;
  /** What values mean, where they are no quantity. */
  readonly words?: Readonly<Record<string, string>>;
}

const REFS = 'ABCD';

/** Columns of the grid, and of one panel; rows of one panel. */
const COLUMNS = 24;
const WIDTH = 8;
const HEIGHT = 8;

export function panelOf(plan: PanelPlan, place: number): Panel {
  const { title, description, queries, type = 'timeseries' } = plan;
  const across = COLUMNS / WIDTH;
  return {
    id: place + 1,
    type,
    title,
    description,
    datasource: SOURCE,
    gridPos: {
      x: (place % across) * WIDTH,
      y: Math.floor(place / across) * HEIGHT,
      w: WIDTH,
      h: HEIGHT,
    },
    targets: queries.map(({ expr, legend }, index) => ({
      refId: REFS[index] ?? '',
      datasource: SOURCE,
      expr,
      legendFormat: legend ?? '__auto',
      exemplar: expr.includes('_bucket'),
    })),
    fieldConfig: { defaults: defaultsOf(plan), overrides: [] },
    options: type === 'stat' ? { reduceOptions: { calcs: ['lastNotNull'] } } : { legend: LEGEND },
  };
}

const LEGEND = { displayMode: 'list', placement: 'bottom', showLegend: true };

const defaultsOf = ({ unit, redFrom, words }: PanelPlan): FieldConfig => ({
  unit,
  min: 0,
  ...(redFrom !== undefined && {
    thresholds: {
      mode: ThresholdsMode.Absolute,
      steps: [
        { value: null, color: 'green' },
        { value: redFrom, color: 'red' },
      ],
    },
  }),
  ...(words && {
    mappings: [
      {
        type: MappingType.ValueToText,
        options: Object.fromEntries(
          Object.entries(words).map(([value, text], index) => [value, { text, index }]),
        ),
      },
    ],
  }),
});
