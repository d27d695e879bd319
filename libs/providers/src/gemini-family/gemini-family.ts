import { readProviderError } from '#wire';
import type { FamilyAdapter } from '../family-adapter.js';
import { writeEmbedRequest } from './write-embeddings.js';
import { writePictures } from './write-pictures.js';
import { writeBody, writeHead, writeModels } from './write-request.js';

/** Gemini by its API, and whoever speaks its format. */
export const geminiFamily: FamilyAdapter = {
  baseUrl: 'https://generativelanguage.googleapis.com',
  protocol: 'gemini',
  requests: { chat: { writeBody, writeHead }, draw: writePictures, embed: writeEmbedRequest },
  models: writeModels,
  readError: readProviderError,
};
