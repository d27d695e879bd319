import type { ListedModel } from '#routing';
import { pageOf } from '../models/pages.js';

/** What a client of this format asks of a list. */
export interface GeminiListQuery {
  readonly pageSize?: string;
  readonly pageToken?: string;
}

/** One page of models. The token of the next one is the last id of this one. */
export function geminiList(
  models: readonly ListedModel[],
  { pageSize, pageToken }: GeminiListQuery,
): object {
  const { items, hasMore } = pageOf(models, {
    ...(pageSize !== undefined && { limit: pageSize }),
    ...(pageToken !== undefined && { after_id: pageToken }),
  });
  return { models: items.map(geminiModel), ...(hasMore && { nextPageToken: items.at(-1)?.id }) };
}

/** Settings do not say which models make vectors, but their names do, whoever made them. */
const EMBEDDER = /embed/i;
const OF_EMBEDDERS = ['embedContent', 'batchEmbedContents'];
const OF_MODELS = ['generateContent', 'countTokens'];

export const geminiModel = ({ id, contextTokens, outputTokensMax }: ListedModel): object => ({
  name: `models/${id}`,
  displayName: id,
  ...(contextTokens !== null && { inputTokenLimit: contextTokens }),
  ...(outputTokensMax !== null && { outputTokenLimit: outputTokensMax }),
  supportedGenerationMethods: EMBEDDER.test(id) ? OF_EMBEDDERS : OF_MODELS,
});
