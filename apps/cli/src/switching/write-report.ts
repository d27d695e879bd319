import { counted } from '#kernel';
import type { Draft } from './draft.js';
import type { Remark } from './fields.js';

/** What was taken over, what is another way here, and what has no place: Markdown, for whoever switches. */
export function writeReport(draft: Draft, source: string): string {
  const { providers, aliases, workloads, variables } = draft;
  const models = providers.reduce((sum, { models: listed }) => sum + listed.size, 0);
  return [
    `# What came of ${source}`,
    '',
    `Taken over: ${[
      `${counted(providers.length, 'provider')} with ${counted(models, 'model')}`,
      counted(aliases.length, 'name that callers ask for', 'names that callers ask for'),
      counted(workloads.length, 'workload'),
    ].join(', ')}.`,
    '',
    ...section('Another way here', draft.changed),
    ...section('Left out', draft.leftOut),
    '## Keys',
    '',
    'No key is known here that was known there. Each client moves when it is given its new key; until then the old gateway serves it.',
    '',
    '| Key until now | Workload | Variable of the new key |',
    '| --- | --- | --- |',
    ...workloads.map(
      ({ formerKey, name, variable }) => `| ${cell(formerKey)} | ${name} | \`${variable}\` |`,
    ),
    '',
    ...unset(variables),
    '## Prices',
    '',
    'A model without a price is answered 503 `price_unavailable`. `npx gw price import` takes a list of prices.',
    '',
  ].join('\n');
}

function section(title: string, remarks: readonly Remark[]): readonly string[] {
  if (remarks.length === 0) return [];
  return [
    `## ${title}`,
    '',
    '| Setting | Why, and what to do |',
    '| --- | --- |',
    ...remarks.map(({ path, text }) => `| ${cell(path)} | ${cell(text)} |`),
    '',
  ];
}

function unset(variables: ReadonlyMap<string, string | null>): readonly string[] {
  const names = [...variables].flatMap(([name, value]) => (value === null ? [name] : []));
  if (names.length === 0) return [];
  return ['## Variables to set', '', ...names.map((name) => `- \`${name}\``), ''];
}

const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');
