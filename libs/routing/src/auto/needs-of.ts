import type { InspectedCall, ModelFeature, RequestFeatures } from '#call';
import type { Needs } from '../filters.js';

/** What a model must do, and hold, for a request that names none. */
export function needsOf(
  { expected }: Pick<InspectedCall, 'expected'>,
  has: RequestFeatures,
): Needs {
  const wanted: readonly (readonly [ModelFeature, boolean])[] = [
    ['images', has.images > 0],
    ['files', has.files > 0],
    ['audio', has.audio > 0],
    ['tools', has.tools > 0],
    ['json', has.asksJson],
  ];
  return {
    features: wanted.flatMap(([feature, isNeeded]) => (isNeeded ? feature : [])),
    tokens: has.promptTokens + (expected.output?.tokensMax ?? 0),
  };
}
