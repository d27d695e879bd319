import { formatNano, parseDecimal, scaleUp } from '#kernel';
import {
  tierOf,
  type PriceBookContent,
  type PriceLine,
  type RateLine,
} from './price.repository.js';

/** What activating an imported list would do, for a person to judge first. */
export interface PriceChanges {
  /** Models that come, with their prices, and models that go. */
  readonly added: readonly AddedModel[];
  readonly removed: readonly string[];
  /** Prices that differ, written out, the greatest steps first. */
  readonly changed: readonly PriceChange[];
  readonly rates: readonly PriceChange[];
}

export interface AddedModel {
  readonly text: string;
  /** It costs nothing, or a part of its texts does. */
  readonly isFree: boolean;
}

export interface PriceChange {
  readonly text: string;
  /** It moves by more than a fifth. */
  readonly isJump: boolean;
}

const JUMP = 0.2;

/** @param free models of `after` that cost nothing, at least in part */
export function comparePrices(
  before: PriceBookContent,
  after: PriceBookContent,
  free: ReadonlySet<string> = new Set(),
): PriceChanges {
  const old = modelsOf(before.prices);
  const fresh = modelsOf(after.prices);
  return {
    added: [...fresh]
      .filter(([model]) => !old.has(model))
      .map(([model, prices]) => ({ text: writeModel(model, prices), isFree: free.has(model) })),
    removed: [...old.keys()].filter((model) => !fresh.has(model)),
    changed: [...fresh]
      .flatMap(([model, lines]) => changesOf(model, old.get(model), lines))
      .toSorted((a, b) => b.step - a.step)
      .map(({ text, step }) => ({ text, isJump: step > JUMP })),
    rates: rateChanges(before.exchangeRates, after.exchangeRates),
  };
}

/** The list with those models of `before` that it does not name, and the rates likewise. */
export function mergePrices(before: PriceBookContent, list: PriceBookContent): PriceBookContent {
  const listed = new Set(list.prices.map(({ model }) => model));
  return {
    prices: [...before.prices.filter(({ model }) => !listed.has(model)), ...list.prices],
    exchangeRates: mergeRates(before.exchangeRates, list.exchangeRates),
  };
}

/** Rates that are given anew replace those between the same currencies. */
export function mergeRates(before: readonly RateLine[], given: readonly RateLine[]): RateLine[] {
  const pairs = new Set(given.map(pairOf));
  return [...before.filter((rate) => !pairs.has(pairOf(rate))), ...given];
}

type Prices = ReadonlyMap<string, PriceLine>;

const modelsOf = (lines: readonly PriceLine[]): ReadonlyMap<string, Prices> =>
  new Map(
    [...Map.groupBy(lines, ({ model }) => model)].map(([model, own]) => [
      model,
      new Map(own.map((line) => [unitOf(line), line])),
    ]),
  );

function unitOf(line: PriceLine): string {
  const above = line.tierAbove > 0 ? ` above ${line.tierAbove}` : '';
  const tier = tierOf(line);
  return `${line.unit}${above}${tier === 'standard' ? '' : ` ${tier}`}`;
}

/** A price that comes or goes with a model that stays is a change, too. */
function changesOf(model: string, before: Prices | undefined, after: Prices) {
  if (!before) return [];
  const units = [...new Set([...before.keys(), ...after.keys()])];
  return units.flatMap((unit) => {
    const [old, fresh] = [before.get(unit), after.get(unit)];
    const step = stepOf(old, fresh);
    return step === 0 ? [] : [{ text: `${model} ${unit}: ${write(old)} → ${write(fresh)}`, step }];
  });
}

/** By how much of its old amount a price moves; from or to nothing, or to other money, is endless. */
function stepOf(old: PriceLine | undefined, fresh: PriceLine | undefined): number {
  if (!old || !fresh || old.currency !== fresh.currency) return Infinity;
  return partOf(amountOf(old), amountOf(fresh));
}

/** By which part of `before` an amount moves. */
function partOf(before: bigint, after: bigint): number {
  if (before === after) return 0;
  return before === 0n || after === 0n
    ? Infinity
    : Math.abs(Number(after - before)) / Number(before);
}

const amountOf = (line: PriceLine): bigint =>
  scaleUp(parseDecimal(line.nanoPerMillion) ?? { digits: 0n, scale: 0 }, 6);

/** Per million pieces: of tokens that is how prices are published. */
function write(line: PriceLine | undefined): string {
  if (!line) return 'none';
  const nano = scaleUp(parseDecimal(line.nanoPerMillion) ?? { digits: 0n, scale: 0 }, 0);
  return `${line.currency} ${formatNano(nano)} per million`;
}

const writeModel = (model: string, prices: Prices): string =>
  `${model}: ${[...prices].map(([unit, line]) => `${unit} ${write(line)}`).join(', ')}`;

const pairOf = ({ from, to }: RateLine): string => `${from}:${to}`;

/** A rate moves every price in its currency. One that comes had none to move: what it prices was refused. */
function rateChanges(before: readonly RateLine[], after: readonly RateLine[]): PriceChange[] {
  const old = new Map(before.map((line) => [pairOf(line), line.rate]));
  return after.flatMap((line) => {
    const former = old.get(pairOf(line));
    const step = former === undefined ? 0 : partOf(rateOf(former), rateOf(line.rate));
    if (former !== undefined && step === 0) return [];
    return [{ text: `${pairOf(line)}: ${former ?? 'none'} → ${line.rate}`, isJump: step > JUMP }];
  });
}

const RATE_DECIMALS = 12; // As fine as the table keeps them.

const rateOf = (rate: string): bigint =>
  scaleUp(parseDecimal(rate) ?? { digits: 0n, scale: 0 }, RATE_DECIMALS);
