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
  /** It was there before, at prices that are more than a fifth away. */
  readonly isJump: boolean;
}

export interface PriceChange {
  readonly text: string;
  /** It moves by more than a fifth, or is by more than that away from what was last approved. */
  readonly isJump: boolean;
}

const JUMP = 0.2;

export interface Judged {
  /** Models of the new list that cost nothing, at least in part. */
  readonly free?: ReadonlySet<string>;
  /** What somebody last approved. Without it, or where it says nothing, that is what is in force. */
  readonly approved?: PriceBookContent;
}

/** What `after` changes, held against what is in force and against what was approved: small steps add up. */
export function comparePrices(
  before: PriceBookContent,
  after: PriceBookContent,
  { free = new Set(), approved = before }: Judged = {},
): PriceChanges {
  const old = modelsOf(before.prices);
  const seen = modelsOf(approved.prices);
  const fresh = modelsOf(after.prices);
  return {
    added: [...fresh]
      .filter(([model]) => !old.has(model))
      .map(([model, prices]) => ({
        text: writeModel(model, prices),
        isFree: free.has(model),
        isJump: changesOf(model, seen.get(model), prices).some(({ step }) => step > JUMP),
      })),
    removed: [...old.keys()].filter((model) => !fresh.has(model)),
    changed: [...fresh]
      .flatMap(([model, lines]) => changesOf(model, old.get(model), lines, seen.get(model)))
      .toSorted((a, b) => b.step - a.step)
      .map(({ text, step }) => ({ text, isJump: step > JUMP })),
    rates: rateChanges(before.exchangeRates, after.exchangeRates, approved.exchangeRates),
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
function changesOf(model: string, before: Prices | undefined, after: Prices, approved = before) {
  if (!before) return [];
  const units = [...new Set([...before.keys(), ...after.keys()])];
  return units.flatMap((unit) => {
    const [old, fresh] = [before.get(unit), after.get(unit)];
    const step = stepOf(old, fresh);
    if (step === 0) return [];
    const seen = approved?.get(unit);
    const whole = seen ? stepOf(seen, fresh) : 0;
    const since = whole > step ? ` (approved at ${write(seen)})` : '';
    const text = `${model} ${unit}: ${write(old)} → ${write(fresh)}${since}`;
    return [{ text, step: Math.max(step, whole) }];
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
function rateChanges(
  before: readonly RateLine[],
  after: readonly RateLine[],
  approved: readonly RateLine[],
): PriceChange[] {
  const [old, seen] = [before, approved].map(
    (lines) => new Map(lines.map((line) => [pairOf(line), line.rate])),
  );
  return after.flatMap((line) => {
    const [former, first] = [old?.get(pairOf(line)), seen?.get(pairOf(line))];
    const stepFrom = (rate = line.rate) => partOf(rateOf(rate), rateOf(line.rate));
    const [step, whole] = [stepFrom(former), stepFrom(first)];
    if (former !== undefined && step === 0) return [];
    const since = whole > step ? ` (approved at ${first})` : '';
    const text = `${pairOf(line)}: ${former ?? 'none'} → ${line.rate}${since}`;
    return [{ text, isJump: Math.max(step, whole) > JUMP }];
  });
}

const RATE_DECIMALS = 12; // As fine as the table keeps them.

const rateOf = (rate: string): bigint =>
  scaleUp(parseDecimal(rate) ?? { digits: 0n, scale: 0 }, RATE_DECIMALS);
