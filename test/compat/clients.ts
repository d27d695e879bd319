import type { Client } from './client.js';
import { aiClients } from './clients/ai.js';
import { anthropic } from './clients/anthropic.js';
import { google } from './clients/google.js';
import { langchainAnthropic, langchainOpenai } from './clients/langchain.js';
import { mistral } from './clients/mistral.js';
import { openaiResponses } from './clients/openai-responses.js';
import { openaiChat } from './clients/openai.js';

/** A client is a file in `clients/` and a line here. */
export const clients: readonly Client[] = [
  openaiChat,
  openaiResponses,
  anthropic,
  google,
  ...aiClients,
  langchainOpenai,
  langchainAnthropic,
  mistral,
];
