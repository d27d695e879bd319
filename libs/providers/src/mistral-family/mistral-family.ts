import { readProviderError } from '#wire';
import type { FamilyAdapter } from '../family-adapter.js';
import { writeForwardRequest, writeModels } from '../openai-family/write-request.js';
import { writeOcrRequest } from './write-ocr.js';
import { writeMistralEmbed } from './write-embeddings.js';
import { writeBody, writeHead } from './write-request.js';

/** Mistral: the chat format, strictly, with contents of its own. */
export const mistralFamily: FamilyAdapter = {
  baseUrl: 'https://api.mistral.ai/v1',
  protocol: 'mistral',
  requests: {
    chat: { writeBody, writeHead },
    forward: writeForwardRequest,
    embed: writeMistralEmbed,
    ocr: writeOcrRequest,
  },
  models: writeModels,
  readError: readProviderError,
};
