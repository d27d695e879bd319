import { AlikeReader } from './alike-reader.js';
import { chatAnswerLength } from './chat/answer-length.js';
import { readChatAnswer } from './chat/read-answer.js';
import { readChatConversation } from './chat/read-conversation.js';
import { ChatStreamReader } from './chat/read-stream.js';
import { chatTexts } from './chat/texts.js';
import { writeChatAnswer } from './chat/write-answer.js';
import { writeChatRequest } from './chat/write-request.js';
import { ChatStreamWriter } from './chat/write-stream.js';
import { readCompletion } from './completions/read-request.js';
import { writeCompletionAnswer } from './completions/write-answer.js';
import { CompletionStreamWriter } from './completions/write-stream.js';
import { readEmbedContentsAnswer } from './embed-content/read-answer.js';
import { readEmbedContents } from './embed-content/read-request.js';
import { EMBED_REQUEST } from './embed-content/request-places.js';
import {
  writeBatchEmbedContentsAnswer,
  writeEmbedContentAnswer,
} from './embed-content/write-answer.js';
import { NoStreamReader } from './embedding/no-stream.js';
import { readEmbeddingsAnswer } from './embeddings/read-answer.js';
import { readEmbeddings } from './embeddings/read-request.js';
import { writeEmbeddingsAnswer } from './embeddings/write-answer.js';
import { geminiAnswerLength } from './gemini/answer-length.js';
import { readGeminiAnswer } from './gemini/read-answer.js';
import { readGeminiConversation } from './gemini/read-conversation.js';
import { GeminiStreamReader } from './gemini/read-stream.js';
import { geminiTexts } from './gemini/texts.js';
import { writeGeminiAnswer } from './gemini/write-answer.js';
import { writeGeminiRequest } from './gemini/write-request.js';
import { GeminiStreamWriter } from './gemini/write-stream.js';
import { readPictures } from './images/read-pictures.js';
import { writeImagesAnswer } from './images/write-answer.js';
import { readInvokeAnswer } from './invoke/read-answer.js';
import { readConverseAnswer } from './converse/read-answer.js';
import { ConverseStreamReader } from './converse/read-stream.js';
import { readCohereAnswer } from './cohere/read-answer.js';
import { CohereStreamReader } from './cohere/read-stream.js';
import { readCohereVectors } from './cohere/read-vectors.js';
import { readKeptAnswer } from './kept/kept-answer.js';
import { nativeAnswerLength } from './native/answer-length.js';
import { readMessagesAnswer } from './messages/read-answer.js';
import { readMessagesConversation } from './messages/read-conversation.js';
import { MessagesStreamReader } from './messages/read-stream.js';
import { messagesTexts } from './messages/texts.js';
import { writeMessagesAnswer } from './messages/write-answer.js';
import { writeMessagesRequest } from './messages/write-request.js';
import { MessagesStreamWriter } from './messages/write-stream.js';
import { McpStreamWriter } from './mcp/stream-writer.js';
import { mcpTexts } from './mcp/texts.js';
import { writeMcpAnswer } from './mcp/write-answer.js';
import { readNativeAnswer } from './native/read-answer.js';
import { NativeStreamReader } from './native/read-stream.js';
import { nativeTexts } from './native/texts.js';
import { writeNativeAnswer } from './native/write-answer.js';
import { NativeStreamWriter } from './native/write-stream.js';
import { readOcrAnswer } from './ocr/read-answer.js';
import { OCR_REQUEST } from './ocr/request-places.js';
import { readPredictAnswer } from './predict/read-answer.js';
import { readResponsesAnswer } from './responses/read-answer.js';
import { readResponsesConversation } from './responses/read-conversation.js';
import { ResponsesStreamReader } from './responses/read-stream.js';
import { responsesTexts } from './responses/texts.js';
import { writeResponsesAnswer } from './responses/write-answer.js';
import { writeResponsesRequest } from './responses/write-request.js';
import { ResponsesStreamWriter } from './responses/write-stream.js';
import { DECISION_REQUEST } from './systemone/request-places.js';
import { toldTexts } from './texts/told-texts.js';
import { toldLength } from './told-length.js';
import type {
  AnswerCodec,
  AnswerOptions,
  AnswerReader,
  ConversationCodec,
  EmbeddingCodec,
  SpokenCodec,
} from './codec.js';
import type {
  CallerProtocol,
  ConversationProtocol,
  EmbeddingProtocol,
  Protocol,
  SpokenProtocol,
} from './protocol.js';

const chat: ConversationCodec = {
  readConversation: readChatConversation,
  writeRequest: writeChatRequest,
  readAnswer: readChatAnswer,
  newStreamReader: () => new AlikeReader(new ChatStreamReader(), chat),
  lengthOf: chatAnswerLength,
  writeAnswer: writeChatAnswer,
  newStreamWriter: (options) => new ChatStreamWriter(options),
  texts: chatTexts,
};

const messages: ConversationCodec = {
  readConversation: readMessagesConversation,
  writeRequest: writeMessagesRequest,
  readAnswer: readMessagesAnswer,
  newStreamReader: () => new AlikeReader(new MessagesStreamReader(), messages),
  lengthOf: toldLength,
  writeAnswer: writeMessagesAnswer,
  newStreamWriter: (options) => new MessagesStreamWriter(options),
  texts: messagesTexts,
};

const gemini: ConversationCodec = {
  readConversation: readGeminiConversation,
  writeRequest: writeGeminiRequest,
  readAnswer: readGeminiAnswer,
  newStreamReader: () => new GeminiStreamReader(),
  lengthOf: geminiAnswerLength,
  writeAnswer: writeGeminiAnswer,
  newStreamWriter: (options) => new GeminiStreamWriter(options),
  texts: geminiTexts,
};

const responses: ConversationCodec = {
  readConversation: readResponsesConversation,
  writeRequest: writeResponsesRequest,
  readAnswer: readResponsesAnswer,
  newStreamReader: () => new ResponsesStreamReader(),
  lengthOf: nativeAnswerLength, // Tools that a provider runs say more than the events tell.
  writeAnswer: writeResponsesAnswer,
  newStreamWriter: (options) => new ResponsesStreamWriter(options),
  texts: responsesTexts,
};

const native: AnswerCodec = {
  readAnswer: readNativeAnswer,
  newStreamReader: () => new NativeStreamReader(),
  lengthOf: nativeAnswerLength,
  writeAnswer: writeNativeAnswer,
  newStreamWriter: (options) => new NativeStreamWriter(options),
  texts: nativeTexts,
};

/** Formats that both sides may speak; a new one is a folder beside `chat` and a line here. */
export const conversations: Readonly<Record<ConversationProtocol, ConversationCodec>> = {
  chat,
  messages,
  gemini,
  responses,
};

const completions: SpokenCodec = {
  readConversation: readCompletion,
  readAnswer: readNativeAnswer,
  newStreamReader: () => new NativeStreamReader(),
  lengthOf: nativeAnswerLength,
  writeAnswer: writeCompletionAnswer,
  newStreamWriter: (options) =>
    options.source === 'native'
      ? new NativeStreamWriter(options)
      : new CompletionStreamWriter(options),
  texts: nativeTexts,
};

/** Formats that callers may hold conversations in. */
export const spoken: Readonly<Record<SpokenProtocol, SpokenCodec>> = {
  ...conversations,
  completions,
};

/** Vectors are no text, and come whole. */
const WHOLE = {
  newStreamReader: () => new NoStreamReader(),
  newStreamWriter: (options: AnswerOptions) => native.newStreamWriter(options),
  lengthOf: () => ({ text: 0, speech: 0 }),
};

const embedContentTexts = { ...toldTexts, request: EMBED_REQUEST };

/** Formats that callers may ask for vectors in. */
export const embeddings: Readonly<Record<EmbeddingProtocol, EmbeddingCodec>> = {
  embeddings: {
    ...WHOLE,
    readRequest: readEmbeddings,
    readAnswer: readEmbeddingsAnswer,
    writeAnswer: writeEmbeddingsAnswer,
    texts: nativeTexts,
  },
  embed_content: {
    ...WHOLE,
    readRequest: (document) => readEmbedContents(document, false),
    readAnswer: readEmbedContentsAnswer,
    writeAnswer: writeEmbedContentAnswer,
    texts: embedContentTexts,
  },
  batch_embed_contents: {
    ...WHOLE,
    readRequest: (document) => readEmbedContents(document, true),
    readAnswer: readEmbedContentsAnswer,
    writeAnswer: writeBatchEmbedContentsAnswer,
    texts: embedContentTexts,
  },
};

const images: AnswerCodec = {
  ...native,
  writeAnswer: writeImagesAnswer,
};

/** Whole answers; a caller that is told one by another name gets the provider's own bytes. */
const ocr: AnswerCodec = {
  ...native,
  ...WHOLE,
  readAnswer: readOcrAnswer,
  texts: { ...nativeTexts, request: OCR_REQUEST },
};

/** Whole answers, of which none is a model's own words. Only who knows the questions reads them. */
const systemone: AnswerCodec = {
  ...native,
  ...WHOLE,
  texts: { ...toldTexts, request: DECISION_REQUEST },
};

/** Whole answers, which only who asked can tell apart from what else a server says. */
const mcp: AnswerCodec = {
  ...native,
  ...WHOLE,
  newStreamWriter: () => new McpStreamWriter(),
  writeAnswer: writeMcpAnswer,
  texts: mcpTexts,
};

export const codecs: Readonly<Record<CallerProtocol, AnswerCodec>> = {
  ...spoken,
  ...embeddings,
  images,
  ocr,
  systemone,
  mcp,
  native,
};

const converse: AnswerReader = {
  readAnswer: readConverseAnswer,
  newStreamReader: () => new ConverseStreamReader(),
  lengthOf: toldLength,
  texts: toldTexts,
};

/** Texts in parts would break clients of the chat format, so nothing of it is spliced. */
const mistral: AnswerReader = {
  readAnswer: readChatAnswer,
  newStreamReader: () => new AlikeReader(new ChatStreamReader(), chat),
  lengthOf: toldLength,
  texts: toldTexts,
};

const cohere: AnswerReader = {
  readAnswer: readCohereAnswer,
  newStreamReader: () => new CohereStreamReader(),
  lengthOf: toldLength,
  texts: toldTexts,
};

const cohereEmbed: AnswerReader = { ...WHOLE, readAnswer: readCohereVectors, texts: toldTexts };

const invoke: AnswerReader = { ...WHOLE, readAnswer: readInvokeAnswer, texts: toldTexts };

const predict: AnswerReader = { ...WHOLE, readAnswer: readPredictAnswer, texts: toldTexts };

const pictures: AnswerReader = { ...WHOLE, readAnswer: readPictures, texts: toldTexts };

/** Its frames have no payload, so every caller's format is written from their events. */
const kept: AnswerReader = {
  ...WHOLE,
  readAnswer: readKeptAnswer,
  lengthOf: toldLength,
  texts: toldTexts,
};

/** Formats that a provider may answer in, and that of an answer which the gateway has kept. */
export const answerReaders: Readonly<Record<Protocol, AnswerReader>> = {
  ...codecs,
  converse,
  invoke,
  predict,
  pictures,
  mistral,
  cohere,
  cohere_embed: cohereEmbed,
  kept,
};
