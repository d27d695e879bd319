import { readProviderError } from '#wire';
import type { FamilyAdapter } from '../family-adapter.js';
import { writeCohereVectors } from './write-embeddings.js';
import { writeModels } from '../openai-family/write-request.js';
import { writeBody, writeHead } from './write-request.js';

/** Cohere, by the second version of its own format. */
export const cohereFamily: FamilyAdapter = {
  baseUrl: 'https://api.cohere.com',
  protocol: 'cohere',
  requests: { chat: { writeBody, writeHead }, embed: writeCohereVectors },
  models: writeModels,
  readError: readProviderError,
};
