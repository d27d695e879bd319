import type { Schemas } from '../../api/client';

type Listed = Schemas['ModelDto'];
type Price = NonNullable<Listed['price']>;

/** What the form of a price asks for: the name in settings, and the unit that prices are told by. */
export const PRICED = [
  ['input', 'in'],
  ['output', 'out'],
  ['cache_read', 'cache_read'],
  ['cache_write_5m', 'cache_write_5m'],
] as const;

/** Nothing for a call, in no currency. */
export const FREE = { currency: 'XXX', call: '0' };

const PER = 1_000_000;
/** Of one piece, whatever the tokens of a price are told by. */
const PIECES = ['image', 'second', 'page', 'call', 'tool_call'] as const;

/** The provider's own id of a model. */
export const idWithin = (id: string): string => id.slice(id.indexOf('/') + 1);

/**
 * The models that settings name. Where they name none every model with a price is served, and to price one
 * of them all have to be named, or the others would be gone.
 */
export function listedModels(
  named: readonly Listed[],
  served: readonly string[],
): { readonly isOpen: boolean; readonly models: readonly Listed[] } {
  const isOpen = named.length === 0;
  return { isOpen, models: isOpen ? served.map((id) => ({ id })) : named };
}

/** What was typed, and of the price before what the form does not ask for and means the same still. */
export function priceWith(
  before: Price | undefined,
  { currency, ...amounts }: Readonly<Record<string, string>>,
): object {
  const isSame = before?.currency === currency;
  const asked = new Set<string>(PRICED.map(([name]) => name));
  const kept = Object.entries(isSame && before ? before : {}).filter(
    ([name]) => !asked.has(name) && (before?.per === PER || PIECES.some((piece) => piece === name)),
  );
  const given = Object.entries(amounts).filter(([, amount]) => amount !== '');
  return { ...Object.fromEntries([...kept, ...given]), currency, per: PER };
}

/** @param price undefined leaves it to the price list */
export function withPrice(
  models: readonly Listed[],
  id: string,
  price: object | undefined,
): readonly object[] {
  const known = models.some((one) => one.id === id) ? models : [...models, { id }];
  return known.map(({ price: before, ...rest }) => {
    const own = rest.id === id ? price : before;
    return { ...rest, ...(own && { price: own }) };
  });
}
