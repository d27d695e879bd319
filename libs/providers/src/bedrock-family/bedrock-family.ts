import type { FamilyAdapter } from '../family-adapter.js';
import { readBedrockError } from './read-error.js';
import { readBedrockUsage } from './read-usage.js';
import { writeInvoke } from './write-embeddings.js';
import { writeBody, writeHead } from './write-request.js';

/** Amazon Bedrock, by its Converse format: models of many makers. */
export const bedrockFamily: FamilyAdapter = {
  protocol: 'converse',
  requests: { chat: { writeBody, writeHead }, embed: writeInvoke },
  readUsage: readBedrockUsage,
  readError: readBedrockError,
};
