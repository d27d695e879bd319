import { readProviderError } from '#wire';
import type { FamilyAdapter } from '../family-adapter.js';
import { writeChatRequest, writeForwardRequest } from './write-request.js';

/** OpenAI, Azure, and whoever imitates them. */
export const openaiFamily: FamilyAdapter = {
  protocol: 'chat',
  requests: { chat: writeChatRequest, forward: writeForwardRequest },
  readError: readProviderError,
};
