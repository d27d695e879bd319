import type { Principal } from '#call';
import { refuse } from '#kernel';
import { withProvider, type ListedModel, type ReachableModels } from '#routing';
import type { SpokenFormat } from '../../http/spoken-format.js';

/**
 * The model that calls reach under this name: where a format's clients may leave its provider out, here, too.
 * @throws model_unknown
 */
export function findModel(
  principal: Principal,
  models: ReachableModels,
  name: string,
  format: SpokenFormat,
): ListedModel {
  const id = withProvider(principal, name, format);
  const found = models.listFor(principal).find((model) => model.id === id);
  if (found) return found;
  throw refuse('model_unknown', {
    param: 'model',
    message: 'No such model, or not reachable with this key. GET /v1/models lists those that are.',
  });
}
