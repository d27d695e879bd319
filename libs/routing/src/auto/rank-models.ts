import { modelNameOf, type Organisation, type PriceList } from '#call';

/** What an answer has where its caller does not say how much it may have. */
const OUTPUT_TOKENS_USUAL = 500;

export interface AutoSize {
  readonly inputTokens: number;
  /** That the caller allows; null where it does not say. */
  readonly outputTokensMax: number | null;
}

/**
 * Models in the order in which they are tried: those of the wanted tier by what the request would cost there,
 * then those of the tiers above it. What the conversation has been served by before comes first.
 */
export function rankModels(
  { id }: Pick<Organisation, 'id'>,
  tiers: readonly (readonly string[])[],
  { inputTokens, outputTokensMax }: AutoSize,
  {
    prices,
    before,
  }: { readonly prices: Pick<PriceList, 'costOf'>; readonly before: string | null },
): readonly string[] {
  const outputTokens = Math.min(outputTokensMax ?? OUTPUT_TOKENS_USUAL, OUTPUT_TOKENS_USUAL);
  const costOf = (model: string): number => {
    const named = modelNameOf(model);
    const nano = prices.costOf(id, named.provider, named.id, { inputTokens, outputTokens });
    return nano === undefined ? Infinity : Number(nano);
  };
  const ranked = tiers.flatMap((models) =>
    models
      .map((model) => ({ model, cost: costOf(model) }))
      .toSorted((one, other) => one.cost - other.cost || 0) // Equals stay in their order.
      .map(({ model }) => model),
  );
  const known = new Set(ranked);
  return before !== null && known.has(before) ? [...new Set([before, ...known])] : [...known];
}
