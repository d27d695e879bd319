import { refuse } from '#kernel';
import type { ListedModel } from '#routing';

/** @throws model_unknown */
export function findModel(models: readonly ListedModel[], id: string): ListedModel {
  const found = models.find((model) => model.id === id);
  if (found) return found;
  throw refuse('model_unknown', {
    param: 'model',
    message: 'No such model, or not reachable with this key. GET /v1/models lists those that are.',
  });
}
