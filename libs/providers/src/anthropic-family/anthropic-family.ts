import { readProviderError } from '#wire';
import type { FamilyAdapter } from '../family-adapter.js';
import { writeBody, writeHead, writeModels } from './write-request.js';

/** Anthropic, and whoever speaks its messages format. */
export const anthropicFamily: FamilyAdapter = {
  baseUrl: 'https://api.anthropic.com',
  protocol: 'messages',
  requests: { chat: { writeBody, writeHead } },
  models: writeModels,
  readError: readProviderError,
};
