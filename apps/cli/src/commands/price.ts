import { readFile } from 'node:fs/promises';
import { counted, GatewayError } from '#kernel';
import {
  comparePrices,
  importPrices,
  mergePrices,
  mergeRates,
  PriceRepository,
  type ImportedPrices,
  type PriceBookContent,
} from '#metering';
import { Nudges } from '#platform';
import { checkNames } from '../price-import/check-names.js';
import { readKnown } from '../price-import/known-providers.js';
import {
  printChanges,
  printList,
  printMissingRates,
  reasonsToApprove,
} from '../price-import/print-import.js';
import { readImportOptions, type ImportOptions } from '../price-import/read-options.js';
import { UsageError } from '../usage-error.js';
import { print, withInstance } from '../with-instance.js';

/**
 * Shows what a public list would change, and with `--activate` changes it; prices and rates that jump, and
 * new models that are free, want `--approve`, so that an import that runs by itself cannot put a slip of its source into force.
 */
export async function importPriceList(args: readonly string[]): Promise<number> {
  const options = readImportOptions(args);
  const imported = readList(await readFile(options.file, 'utf8'), options);
  return withInstance(async ({ database, redis }) => {
    const known = await readKnown(database);
    checkNames(options.names, imported, known.providers);
    const repository = new PriceRepository(database);
    const { prices, rates } = await repository.readInstanceList();
    const before = { prices, exchangeRates: rates };
    const after = contentOf(imported, before, options);

    printList(imported, known, options.showsAll);
    const changes = comparePrices(before, after, {
      free: imported.free,
      approved: await repository.readApproved(),
    });
    printChanges(changes, options.showsAll);
    printMissingRates(after, known);
    if (imported.models === 0) {
      print('Nothing was changed: the file has no price that can be charged by.');
      return 1;
    }
    if (!options.activates) {
      print('Nothing was changed. Add --activate to put these prices into force.');
      return 0;
    }
    const reasons = reasonsToApprove(changes);
    if (reasons.length > 0 && !options.approves) {
      print(
        `Nothing was changed: ${reasons.join(', ')}. Look at them, then put the list into force with --approve.`,
      );
      return 1;
    }
    const version = await database.transaction((tx) =>
      repository.addInstanceList(tx, `import:${options.file}`, after, options.approves),
    );
    new Nudges(redis).send('epochs');
    print(
      version === undefined
        ? 'These prices are in force already.'
        : `In force as version ${version}.`,
    );
    return 0;
  });
}

function readList(text: string, { file, names }: ImportOptions): ImportedPrices {
  try {
    return importPrices(text, names);
  } catch (fault) {
    if (!(fault instanceof GatewayError)) throw fault;
    throw new UsageError(`${file} is no price list: ${fault.message}`);
  }
}

/** @throws UsageError when a choice is missing that the file alone cannot make */
function contentOf(
  imported: ImportedPrices,
  before: PriceBookContent,
  { rates, others }: ImportOptions,
): PriceBookContent {
  const list = {
    prices: imported.lines,
    exchangeRates: mergeRates(before.exchangeRates, rates),
  };
  if (others === 'keep') return mergePrices(before, list);
  const listed = new Set(list.prices.map(({ model }) => model));
  const left = new Set(before.prices.map(({ model }) => model)).difference(listed);
  if (others === null && left.size > 0) {
    throw new UsageError(
      `A list is in force with ${counted(left.size, 'model')} that this file does not have: --merge keeps what it lacks, --replace removes it.`,
    );
  }
  return list;
}
