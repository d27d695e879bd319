import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FAMILIES } from '#providers';
import { readSettings } from '#workloads';
import { COMMANDS } from '../../../cli/src/commands.js';
import { ROOT } from '../root.js';
import { codeIn, readDocument, tableRows } from './testing/read-table.js';

const source = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const document = readDocument('running.md');

/** First cell to second cell, of the tables below a heading. */
const table = (heading: string): Map<string, string> =>
  new Map(tableRows(document, heading).map(([name, second = '']) => [codeIn(name), second]));

const plain = (value: string): string => value.replaceAll("'", '').replaceAll('_', '');

describe('docs/running.md', () => {
  it('has every variable of the environment, with its default, and no other', () => {
    const text = source('libs/platform/src/config/environment.ts');
    const declared = [
      ...text.matchAll(/^ {2}((?:GW|DATABASE|REDIS)_\w+)\??(?:: [^=;]+)?(?: = (.+))?;$/gm),
    ];
    const withFile = [...(/const WITH_FILE = \[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/\w+/g)];
    const documented = table('## Environment variables');
    expect([...documented.keys()].toSorted()).toEqual(
      [
        ...declared.map(([, name = '']) => name),
        ...withFile.map(([name]) => `${name}_FILE`),
      ].toSorted(),
    );
    for (const [, name = '', value] of declared) {
      if (value) expect([name, codeIn(documented.get(name))]).toEqual([name, plain(value)]);
    }
  });

  it('shows a settings file that can be used', () => {
    const [, yaml = ''] = /^## Settings file$[\s\S]*?```yaml\n([\s\S]*?)```/m.exec(document) ?? [];
    expect(readSettings(parse(yaml), FAMILIES).workloads).toHaveLength(1);
  });

  it('has every family, with its address, and no other', () => {
    const documented = [...table('## Families')].map(([name, address]) => [
      name,
      address.startsWith('by ') ? address : codeIn(address) || address,
    ]);
    const families = [...FAMILIES].map(([name, { baseUrl }]) => [
      name,
      typeof baseUrl === 'function' ? 'by `region`' : (baseUrl ?? 'required'),
    ]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(families));
  });

  it('has every metric and no other', () => {
    const named = [
      'libs/operations/src/metrics/metrics.ts',
      'libs/operations/src/metrics/call-counters.ts',
      'libs/operations/src/metrics/background-readings.ts',
      'libs/operations/src/metrics/instance-watch.ts',
      'libs/operations/src/telemetry/telemetry.ts',
      'apps/api/src/operations/call-readings.ts',
    ].flatMap((file) => [...source(file).matchAll(/'(gw_\w+)'/g)]);
    const metrics = [...table('## Metrics').keys()];
    expect(metrics.toSorted()).toEqual(named.map(([, name = '']) => name).toSorted());
  });

  it('has the providers that the first start looks for', () => {
    const text = source('apps/api/src/start/default-settings.ts');
    const found = [...text.matchAll(/\['(\w+_KEY)', '(\w+)'\]/g)].map(([, env, name]) => [
      env,
      name,
    ]);
    expect(found).not.toEqual([]);
    const documented = [...table('## Two ways to run it')].map(([env, name]) => [
      env,
      codeIn(name),
    ]);
    expect(documented).toEqual(found);
  });

  it('names commands that there are', () => {
    const used = [...document.matchAll(/npx gw ((?:[a-z-]+ ?)+)/g)].map(([, words = '']) => words);
    expect(used).not.toEqual([]);
    for (const words of used) {
      expect([words, COMMANDS.some(({ name }) => words.startsWith(name.join(' ')))]).toEqual([
        words,
        true,
      ]);
    }
  });
});
