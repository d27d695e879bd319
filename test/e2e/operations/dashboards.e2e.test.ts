import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../support/build.js';
import { dashboards, textOf } from '../../dashboards/dashboards.js';
import { startGateway } from '../../support/gateway.js';
import { TestCollector } from '../../support/test-collector.js';

/** Told only where what they are about is there, as their rows in docs/running.md say. */
const WITH_REDIS = ['gw_counter_drift_nano'];
/** Prometheus' own. */
const OF_PROMETHEUS = ['up'];

const collector = await TestCollector.start();
afterAll(() => collector.close());
const gateway = await startGateway({}, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
const { text } = await gateway.send('/metrics');
const told = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name ?? ''));
const labelsOf = (name: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^${name}\\{([^}]*)\\}`, 'gm'))].flatMap(([, labels = '']) =>
    [...labels.matchAll(/(\w+)=/g)].map(([, label]) => label ?? ''),
  );

const fileOf = (path: string) => readFile(`${ROOT}/${path}`, 'utf8');
const docs = await fileOf('docs/running.md');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly action: string };
}
const { groups } = parse(await fileOf('docker/prometheus/alerts.yaml')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

/** Families that an expression asks for. */
const familiesIn = (expr: string): readonly string[] =>
  [...expr.matchAll(/\b(gw_[a-z0-9_]+|up)\b(?!\s*=)/g)].map(([, name = '']) =>
    name.replace(/_(bucket|sum|count)$/, ''),
  );

function expectTold(expr: string): void {
  const families = familiesIn(expr);
  expect(families, expr).not.toEqual([]);
  for (const name of families) {
    if (OF_PROMETHEUS.includes(name)) continue;
    if (WITH_REDIS.includes(name)) {
      expect(docs).toMatch(new RegExp(`^\\| \`${name}\`.*With \`REDIS_URL\``, 'm'));
    } else expect(told, expr).toContain(name);
  }
}

describe.each(Object.entries(dashboards))('the dashboard %s', (name, dashboard) => {
  const panels = dashboard.panels ?? [];

  it('is the file that ships', async () => {
    expect(await fileOf(`docker/grafana/${name}.json`)).toBe(textOf(dashboard));
  });

  it('asks for what a gateway tells', () => {
    for (const panel of panels) {
      const targets = 'targets' in panel ? (panel.targets ?? []) : [];
      expect(targets).not.toEqual([]);
      for (const { expr } of targets) expectTold(String(expr));
    }
  });

  it('has a place for each panel, and no two in one', () => {
    const taken = new Set<string>();
    for (const { id, gridPos, title } of panels) {
      expect(id).toBeGreaterThan(0);
      expect(title).not.toBe('');
      const { x = 0, y = 0, w = 0, h = 0 } = gridPos ?? {};
      expect(x + w).toBeLessThanOrEqual(24);
      for (let column = x; column < x + w; column++) {
        for (let row = y; row < y + h; row++) taken.add(`${column} ${row}`);
      }
    }
    const cells = panels.reduce(
      (sum, { gridPos }) => sum + (gridPos?.w ?? 0) * (gridPos?.h ?? 0),
      0,
    );
    expect(taken.size).toBe(cells);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(dashboard.uid).toMatch(/^[a-z-]{1,40}$/);
  });
});

it('dashboards have names of their own', () => {
  const all = Object.values(dashboards);
  expect(all).toHaveLength(5);
  expect(new Set(all.map(({ uid }) => uid)).size).toBe(5);
  expect(new Set(all.map(({ title }) => title)).size).toBe(5);
});

describe.each(rules.map((rule) => [rule.alert, rule] as const))('the alert %s', (alert, rule) => {
  it('asks for what a gateway tells, and says what to do', () => {
    expectTold(rule.expr);
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.annotations.summary.length * rule.annotations.action.length).toBeGreaterThan(0);
  });

  it('has a test that it fires, and one that it does not', async () => {
    const { tests } = parse(await fileOf('docker/prometheus/alerts.test.yaml')) as {
      readonly tests: readonly {
        readonly alert_rule_test: readonly {
          readonly alertname: string;
          readonly exp_alerts: readonly unknown[];
        }[];
      }[];
    };
    const expected = tests
      .flatMap((test) => test.alert_rule_test)
      .filter(({ alertname }) => alertname === alert)
      .map(({ exp_alerts }) => exp_alerts.length);
    expect(new Set(expected)).toEqual(new Set([0, 1]));
  });
});

it('every metric of the product has its row in the documentation, and no row is of none', () => {
  const rows = [...docs.matchAll(/^\| `(gw_\w+)`/gm)].map(([, name = '']) => name);
  const own = [...told].filter((name) => name.startsWith('gw_'));
  expect(own.filter((name) => !rows.includes(name))).toEqual([]);
  const elsewhere = [...docs.matchAll(/^\| `(gw_\w+)`.*With `(?:REDIS_URL|GW_\w+=true)`/gim)];
  const known = new Set([...own, ...elsewhere.map(([, name]) => name)]);
  expect(rows.filter((name) => !known.has(name))).toEqual([]);
});

it('no label of a metric is a key, a request, a trace or a model of a caller', async () => {
  await gateway.chat();
  for (const name of told) {
    for (const label of labelsOf(name)) {
      expect(label, name).not.toMatch(/key|request|trace|user|prompt/);
    }
  }
});
