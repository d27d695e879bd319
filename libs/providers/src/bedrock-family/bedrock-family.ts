import type { FamilyAdapter } from '../family-adapter.js';
import { readBedrockError } from './read-error.js';
import { writeConverse } from './write-request.js';

/** Amazon Bedrock, by its Converse format: models of many makers. */
export const bedrockFamily: FamilyAdapter = {
  protocol: 'converse',
  requests: { chat: writeConverse },
  readError: readBedrockError,
};
