import { readChatAnswer } from './chat/read-answer.js';
import { readChatConversation } from './chat/read-conversation.js';
import { ChatStreamReader } from './chat/read-stream.js';
import { chatTexts } from './chat/texts.js';
import { writeChatAnswer } from './chat/write-answer.js';
import { writeChatRequest } from './chat/write-request.js';
import { ChatStreamWriter } from './chat/write-stream.js';
import { readNativeAnswer } from './native/read-answer.js';
import { NativeStreamReader } from './native/read-stream.js';
import { nativeTexts } from './native/texts.js';
import { writeNativeAnswer } from './native/write-answer.js';
import { NativeStreamWriter } from './native/write-stream.js';
import type { AnswerCodec, ConversationCodec } from './codec.js';
import type { ConversationProtocol, Protocol } from './protocol.js';

const chat: ConversationCodec = {
  readConversation: readChatConversation,
  writeRequest: writeChatRequest,
  readAnswer: readChatAnswer,
  newStreamReader: () => new ChatStreamReader(),
  writeAnswer: writeChatAnswer,
  newStreamWriter: (options) => new ChatStreamWriter(options),
  texts: chatTexts,
};

const native: AnswerCodec = {
  readAnswer: readNativeAnswer,
  newStreamReader: () => new NativeStreamReader(),
  writeAnswer: writeNativeAnswer,
  newStreamWriter: (options) => new NativeStreamWriter(options),
  texts: nativeTexts,
};

/** Formats that can be translated; a new one is a folder beside `chat` and a line here. */
export const conversations: Readonly<Record<ConversationProtocol, ConversationCodec>> = { chat };

export const codecs: Readonly<Record<Protocol, AnswerCodec>> = { ...conversations, native };
