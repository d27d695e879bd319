import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { LOCAL_FAMILY } from '#call';
import { didYouMean, SystemClock } from '#kernel';
import { loadConfig } from '#platform';
import { FAMILIES, servesOperation, speaksFormat } from '#providers';
import { explainRoute, type RouteExplanation, type RouteRequest } from '#routing';
import { offlineSettings, outdatedFacts, readSettingsFile, SettingsFault } from '#workloads';
import { UsageError } from '../usage-error.js';
import { print } from '../with-instance.js';

const OPERATIONS = ['chat', 'complete', 'embed', 'draw', 'decide', 'forward'] as const;
const FORMATS = ['chat', 'messages', 'gemini', 'responses'] as const;

const NO_FILE =
  'Of which settings? Name a file with --file or GW_CONFIG_FILE. Those of a running gateway are exported in the Console under Settings as code; it explains routes itself, too, under Aliases.';

/** Where a request would go and why, by a settings file alone; every provider is taken to be well. */
export async function explainOneRoute(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      file: { type: 'string' },
      workload: { type: 'string' },
      operation: { type: 'string', default: 'chat' },
      format: { type: 'string', default: 'chat' },
      stored: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const [model] = positionals;
  if (model === undefined) throw new UsageError('Which model?');
  const file = values.file ?? loadConfig().configFile;
  if (!file) throw new UsageError(NO_FILE);
  const nowMs = new SystemClock().nowMs();
  const request: RouteRequest = {
    model,
    operation: wordOf('--operation', values.operation, OPERATIONS),
    format: wordOf('--format', values.format, FORMATS),
    usesStored: values.stored,
    reading: null, // Offline there is no router.
    promptTokens: 0,
    nowMs,
  };
  try {
    const settings = offlineSettings(readSettingsFile(await readFile(file, 'utf8'), FAMILIES));
    const { organisation, workloads } = settings;
    const workload = workloads.get(values.workload ?? [...workloads.keys()][0] ?? '');
    if (!workload) {
      throw new UsageError(
        `There is no such workload; there are ${[...workloads.keys()].join(', ')}.`,
      );
    }
    const explanation = explainRoute({ organisation, workload }, request, {
      serves: (kind, family) =>
        family === LOCAL_FAMILY ? kind === 'decide' : servesOperation(kind, family),
      speaks: speaksFormat,
      prices: { costOf: () => undefined }, // Models stay in the order of the file.
      isServing: () => true,
    });
    if (values.json) print(JSON.stringify(explanation, null, 2));
    else printExplanation(explanation, workload.name);
    if (!values.json) outdatedFacts(organisation.providers.values(), nowMs).forEach(print);
    return explanation.tried.length > 0 ? 0 : 1;
  } catch (fault) {
    if (!(fault instanceof SettingsFault)) throw fault;
    print(fault.message);
    return 1;
  }
}

function wordOf<Word extends string>(option: string, given: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === given);
  if (word !== undefined) return word;
  throw new UsageError(`${option} is one of ${words.join(', ')}${didYouMean(given, words)}`);
}

function printExplanation(explanation: RouteExplanation, workload: string): void {
  const { requested, alias, reason, policy, candidates, tried, error } = explanation;
  print(
    `${requested}, asked by ${workload}${reason ? `: ${alias === null ? reason : 'alias'}` : ''}`,
  );
  explanation.auto?.why.forEach(print);
  if (policy) print(`residency: ${policy.name}, ${policy.mode}`);
  for (const one of candidates) {
    const passed = one.filters.map(({ name, passes }) => `${passes ? '✓' : '✗'} ${name}`);
    const place = `${one.zone}${one.guaranteed ? ', guaranteed' : ''}`;
    const said = one.residency === null ? '' : `; residency: ${one.residency}`;
    const letBy = one.exception === null ? '' : ` (excepted: ${one.exception})`;
    print(`\n${one.endpoint}  ${one.verdict}\n  ${one.credential} key, ${place}${said}${letBy}`);
    print(`  ${passed.join('  ')}`);
  }
  print(error ?? `\ntried in this order: ${tried.length > 0 ? tried.join(', ') : 'none'}`);
}
