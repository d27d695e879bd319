import type { ConversationProtocol } from '../protocol.js';
import type { AddedTool } from './added-tool.js';
import { addedToChat } from './chat.js';
import { addedToGemini } from './gemini.js';
import { addedToMessages } from './messages.js';
import { addedToResponses } from './responses.js';

/** How a tool of the gateway's own comes into requests of each format. */
export const addedTools: Readonly<Record<ConversationProtocol, AddedTool>> = {
  chat: addedToChat,
  messages: addedToMessages,
  gemini: addedToGemini,
  responses: addedToResponses,
};
