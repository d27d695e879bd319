import { readProviderError } from '#wire';
import type { FamilyAdapter } from '../family-adapter.js';
import { writeModels } from '../openai-family/write-request.js';
import { writeDecisionRequest } from './write-request.js';

/** Servers of typed decisions: they hold no conversations. */
export const systemoneFamily: FamilyAdapter = {
  protocol: 'systemone',
  requests: { decide: writeDecisionRequest },
  models: writeModels,
  readError: readProviderError,
};
