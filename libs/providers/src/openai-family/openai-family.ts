import { readProviderError } from '#wire';
import type { FamilyAdapter } from '../family-adapter.js';
import { writeOcrRequest } from '../mistral-family/write-ocr.js';
import { PRESETS } from './presets.js';
import { writeCompletion, writeImages } from './write-as-asked.js';
import { writeEmbeddingsRequest } from './write-embeddings.js';
import { servesResponses } from './responses.js';
import { writeBody, writeForwardRequest, writeHead, writeModels } from './write-request.js';

/** Azure, and whoever imitates OpenAI at an address of their own. */
export const compatibleFamily: FamilyAdapter = {
  protocol: 'chat',
  alsoSpeaks: (provider) => (servesResponses(provider) ? ['responses'] : []),
  requests: {
    chat: { writeBody, writeHead },
    forward: writeForwardRequest,
    complete: writeCompletion,
    draw: writeImages,
    embed: writeEmbeddingsRequest,
  },
  models: writeModels,
  readError: readProviderError,
};

/** An address of one's own, and the sandbox: other gateways serve what OpenAI does not. */
export const customFamily: FamilyAdapter = {
  ...compatibleFamily,
  requests: { ...compatibleFamily.requests, ocr: writeOcrRequest },
};

const { complete: _complete, ...conversing } = compatibleFamily.requests;
/** Those that only converse are asked to converse for what is to be completed, too. */
const conversingFamily: FamilyAdapter = { ...compatibleFamily, requests: conversing };

export const openaiFamily: FamilyAdapter = {
  ...compatibleFamily,
  baseUrl: 'https://api.openai.com/v1',
};

/** Hosts that imitate it with habits of their own, each a family by its name. */
export const presetFamilies: Readonly<Record<string, FamilyAdapter>> = Object.fromEntries(
  Object.entries(PRESETS).map(([name, { baseUrl, hasNoCompletions }]) => [
    name,
    { ...(hasNoCompletions ? conversingFamily : compatibleFamily), baseUrl },
  ]),
);
