import type { PriceList, Principal } from '#call';
import { refuse } from '#kernel';
import { listModels, withProvider, type ListedModel } from '#routing';
import type { SpokenFormat } from '../../http/spoken-format.js';

/**
 * The model that calls reach under this name: where a format's clients may leave its provider out, here, too.
 * @throws model_unknown
 */
export function findModel(
  principal: Principal,
  prices: PriceList,
  name: string,
  { format, nowMs }: { readonly format: SpokenFormat; readonly nowMs: number },
): ListedModel {
  const id = withProvider(principal, name, format);
  const found = listModels(principal, prices, nowMs).find((model) => model.id === id);
  if (found) return found;
  throw refuse('model_unknown', {
    param: 'model',
    message: 'No such model, or not reachable with this key. GET /v1/models lists those that are.',
  });
}
