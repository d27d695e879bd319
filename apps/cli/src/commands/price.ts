import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { comparePrices, importPrices, PriceRepository } from '#metering';
import { UsageError } from '../usage-error.js';
import { print, withInstance } from '../with-instance.js';

const SHOWN_MAX = 20;

/** Public lists name their providers; `--as` says what they are called in this gateway. */
export function importPriceList(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      as: { type: 'string', multiple: true, default: [] },
      rate: { type: 'string', multiple: true, default: [] },
      activate: { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  if (!file) throw new UsageError('Which file?');
  const names = new Map(values.as.map(readName));
  return withInstance(async ({ database }) => {
    const providerOf = (_model: string, listed: string | undefined) =>
      listed === undefined ? undefined : (names.get(listed) ?? listed);
    const imported = importPrices(await readFile(file, 'utf8'), providerOf);
    const repository = new PriceRepository(database);
    const { prices, rates } = await repository.readInstanceList();
    const changes = comparePrices(prices, imported.lines);

    print(`${imported.models} models with ${imported.lines.length} prices.`);
    show('added', changes.added);
    show('removed', changes.removed);
    show('changed by more than a fifth', changes.jumped);
    print(`${changes.changed} prices changed.`);
    show('left out', imported.rejected);
    for (const [field, models] of imported.unknownFields) {
      print(`note    ${field} is not a price this gateway knows (${models} models)`);
    }
    if (!values.activate) {
      print('Nothing was changed. Add --activate to put these prices into force.');
      return 0;
    }
    const exchangeRates = values.rate.length > 0 ? values.rate.map(readRate) : rates;
    const content = { prices: imported.lines, exchangeRates };
    const version = await database.transaction((tx) =>
      repository.addInstanceList(tx, `import:${file}`, content),
    );
    print(
      version === undefined
        ? 'These prices are in force already.'
        : `In force as version ${version}.`,
    );
    return 0;
  });
}

function readName(text: string): [listed: string, ours: string] {
  const at = text.indexOf('=');
  if (at <= 0) throw new UsageError(`--as takes provider=name, not ${text}`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Public lists are in US dollars; the ledger may not be. */
function readRate(text: string): { from: string; to: string; rate: string } {
  const match = /^([A-Z]{3}):([A-Z]{3})=(\d+(?:\.\d+)?)$/.exec(text);
  if (!match) throw new UsageError(`--rate takes FROM:TO=rate, as in USD:EUR=0.92, not ${text}`);
  const [, from = '', to = '', rate = ''] = match;
  return { from, to, rate };
}

function show(title: string, items: readonly string[]): void {
  if (items.length === 0) return;
  print(`${title}: ${items.length}`);
  for (const item of items.slice(0, SHOWN_MAX)) print(`        ${item}`);
  if (items.length > SHOWN_MAX) print(`        … and ${items.length - SHOWN_MAX} more`);
}
