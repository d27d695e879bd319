import { counted } from '#kernel';
import type { ImportedPrices, PriceBookContent, PriceChanges } from '#metering';
import { print } from '../with-instance.js';
import type { Known } from './known-providers.js';

const SHOWN_MAX = 20; // Of each kind, unless all of them are asked for.
const NAMED_MAX = 3; // Entries that stand for all that were left out for the same reason.

/** What the file holds: what can be charged by, and what was left out and why. */
export function printList(imported: ImportedPrices, known: Known, showsAll: boolean): void {
  const { models, lines, providers, collisions, skipped, unknownFields } = imported;
  print(
    `${counted(models, 'model')} of ${counted(providers.size, 'provider')}, with ${counted(lines.length, 'price')}.`,
  );
  const modelsOf = countByProvider(imported);
  for (const name of known.providers) {
    print(`        ${name}: ${counted(modelsOf.get(name)?.size ?? 0, 'model')}`);
  }
  show(
    'named twice',
    collisions.map(({ model, entries, taken, isSamePrice }) => {
      const which = taken === null ? 'none is taken' : `${taken} is taken`;
      return `${model}: ${entries.join(' and ')}, ${isSamePrice ? 'the same price' : `other prices, ${which}`}`;
    }),
    showsAll,
  );
  const reasons = Map.groupBy(skipped, ({ reason }) => reason);
  if (reasons.size > 0) print(`skipped: ${skipped.length}`);
  for (const [reason, entries] of reasons) {
    const named = showsAll ? entries : entries.slice(0, NAMED_MAX);
    const more = entries.length > named.length ? ', …' : '';
    print(
      `        ${reason}: ${entries.length} (${named.map(({ entry }) => entry).join(', ')}${more})`,
    );
  }
  show(
    'fields that are no price this gateway knows, left out',
    [...unknownFields].map(([field, count]) => `${field} (${counted(count, 'model')})`),
    showsAll,
  );
}

/** What putting it into force would change. */
export function printChanges(
  { added, changed, removed, rates }: PriceChanges,
  showsAll: boolean,
): void {
  show(
    'added',
    marked(added, (one) => [...(isFree(one) ? [FREE] : []), ...(isJump(one) ? [AWAY] : [])]),
    showsAll,
  );
  show(
    'changed',
    marked(changed, (one) => (isJump(one) ? [JUMP] : [])),
    showsAll,
  );
  show('removed', removed, showsAll);
  show(
    'exchange rates',
    marked(rates, (one) => (isJump(one) ? [JUMP] : [])),
    showsAll,
  );
}

/** What a person has to look at before the list is put into force; nothing for most lists. */
export function reasonsToApprove({ added, changed, rates }: PriceChanges): readonly string[] {
  const said = (
    count: number,
    what: string,
    [one, many]: readonly [string, string],
    mark: string,
  ) => (count > 0 ? [`${counted(count, what)} ${count === 1 ? one : many} ${mark}`] : []);
  return [
    ...said(added.filter(isFree).length, 'new model', ['is', 'are'], FREE),
    ...said(added.filter(isJump).length, 'model', ['comes back', 'come back'], AWAY),
    ...said(changed.filter(isJump).length, 'price', ['moves', 'move'], JUMP),
    ...said(rates.filter(isJump).length, 'exchange rate', ['moves', 'move'], JUMP),
  ];
}

const FREE = 'free, at least in part';
const JUMP = 'by more than a fifth';
const AWAY = 'more than a fifth away from its approved prices';
const isFree = (model: PriceChanges['added'][number]): boolean => model.isFree;
const isJump = (change: { readonly isJump: boolean }): boolean => change.isJump;

/** Those that are to be looked at stand first: of a long list only the first lines are shown. */
function marked<T extends { readonly text: string }>(
  items: readonly T[],
  marksOf: (item: T) => readonly string[],
): readonly string[] {
  const { yes = [], no = [] } = Object.groupBy(items, (item) =>
    marksOf(item).length > 0 ? 'yes' : 'no',
  );
  return [
    ...yes.map((item) => `${item.text}  (${marksOf(item).join('; ')})`),
    ...no.map(({ text }) => text),
  ];
}

/** A price that cannot be turned into the ledger's money refuses its model. */
export function printMissingRates(content: PriceBookContent, known: Known): void {
  const priced = new Set(content.prices.map(({ currency }) => currency));
  for (const { name, currency } of known.organisations) {
    const known = new Set(
      content.exchangeRates.filter(({ to }) => to === currency).map(({ from }) => from),
    );
    for (const from of priced.difference(known).difference(new Set([currency]))) {
      print(
        `note    ${name} keeps its ledger in ${currency}: without --rate ${from}:${currency}=… these models are refused there, unless its settings have the rate`,
      );
    }
  }
}

function countByProvider({ lines }: ImportedPrices): ReadonlyMap<string, ReadonlySet<string>> {
  const models = new Set(lines.map(({ model }) => model));
  const byProvider = Map.groupBy(models, (model) => model.slice(0, model.indexOf('/')));
  return new Map([...byProvider].map(([provider, own]) => [provider, new Set(own)]));
}

function show(title: string, items: readonly string[], showsAll: boolean): void {
  if (items.length === 0) return;
  print(`${title}: ${items.length}`);
  const shown = showsAll ? items : items.slice(0, SHOWN_MAX);
  for (const item of shown) print(`        ${item}`);
  if (items.length > shown.length) {
    print(`        … and ${items.length - shown.length} more; --all shows them`);
  }
}
