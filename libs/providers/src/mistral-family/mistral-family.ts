import { readProviderError } from '#wire';
import type { FamilyAdapter } from '../family-adapter.js';
import { writeForwardRequest } from '../openai-family/write-request.js';
import { writeMistralEmbed } from './write-embeddings.js';
import { writeMistral } from './write-request.js';

/** Mistral: the chat format, strictly, with contents of its own. */
export const mistralFamily: FamilyAdapter = {
  baseUrl: 'https://api.mistral.ai/v1',
  protocol: 'mistral',
  requests: { chat: writeMistral, forward: writeForwardRequest, embed: writeMistralEmbed },
  readError: readProviderError,
};
