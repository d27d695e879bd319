/**
 * Every format that crosses the gateway's edges: server-sent events, one codec a format, the
 * canonical conversation and events that all of them decode to, usage, and provider errors. Pure:
 * no framework, no I/O.
 *
 * The way of an answer: `SseParser` -> `StreamReader` -> interceptors -> `StreamWriter`, or
 * `readAnswer` -> interceptors -> `writeAnswer`, each step a plain call for each frame. Frames carry
 * the provider's own text; a caller who speaks its format gets it unchanged but for the edits, any
 * other caller gets what the events say in its own format.
 *
 * Invariants: the last event of an answer, and no other, is `done` or `error`; a cut stream is an
 * error and never a finish; counts of usage are whole and not negative; readers accept whatever
 * providers were seen to send. A failing source throws through the readers unchanged.
 */
export { answerReaders, codecs, conversations, embeddings, spoken } from './codecs.js';
export { splitPrompts } from './completions/read-request.js';
export type { EmbeddingRequest } from './embedding/embedding-request.js';
export { checkEmbedContents } from './embed-content/read-request.js';
export { writeEmbedContents, writeVertexEmbedContent } from './embed-content/write-request.js';
export { wantsBase64 } from './embeddings/read-request.js';
export { writeEmbeddings } from './embeddings/write-request.js';
export { writePredict } from './predict/write-request.js';
export { embeddingModelOf } from './invoke/embedding-models.js';
export { readPictureRequest, type PictureRequest } from './images/read-request.js';
export { writePictureRequest } from './images/write-gemini-request.js';
export { addedTools } from './added-tool/added-tools.js';
export type { NotAdded, OwnResult, OwnTool } from './added-tool/added-tool.js';
export { joinFrames } from './join-frames.js';
export { JoinedRounds, type HiddenCall } from './joined-rounds.js';
export { readKeptEvents, writeKeptAnswer } from './kept/kept-answer.js';
export { cumulativeTexts, namesTool, saysUntold, untoldTexts } from './chat/untold-texts.js';
export { loosestBound } from './counts.js';
export { boundedEndUser, readEndUser } from './end-user.js';
export { asksForSpeech, readChatRequest, type ChatRequest } from './chat/read-request.js';
export { modelRules as converseModelRules } from './converse/model-rules.js';
export { COHERE_TEXTS_MAX, writeCohereEmbed } from './cohere/embed-texts.js';
export { writeCohereRequest } from './cohere/write-request.js';
export { writeConverseRequest } from './converse/write-request.js';
export { writeMistralEmbeddings } from './mistral/write-embeddings.js';
export { writeMistralRequest } from './mistral/write-request.js';
export { inSchema } from './conversation/in-words.js';
export type { Conversation, RequestPart, Thinking } from './conversation/conversation.js';
export { errorTypeOf, writeMessagesError } from './messages/error-type.js';
export { readMessagesRequest, type MessagesRequest } from './messages/read-request.js';
export { withCamelNames } from './gemini/camel-names.js';
export { writeGeminiError } from './gemini/error-status.js';
export { JsonArrayWriter } from './gemini/json-array-writer.js';
export { readGeminiRequest, type GeminiRequest } from './gemini/read-request.js';
export { readResponsesRequest, type ResponsesRequest } from './responses/read-request.js';
export { checkTranslatable } from './conversation/check-translatable.js';
export { inCommonWords } from './conversation/common-words.js';
export { isCallSeal } from './call-seal.js';
export { readThinking } from './messages/read-conversation.js';
export type { Repeated } from './responses/repeated.js';
export { isOwnSeal } from './responses/seal.js';
export { readStoredAnswer, type StoredAnswer } from './responses/read-background.js';
export { storedStateIn } from './responses/stored-state.js';
export { cleanMessage } from './errors/clean-message.js';
export { readProviderError, type ProviderError } from './errors/read-provider-error.js';
export { statusOfError } from './errors/status-of-error.js';
export { writeStreamError } from './errors/write-error-event.js';
export { estimateInput, type InputEstimate } from './estimate-input.js';
export { IMAGE_TIMES_MOST, IMAGE_TOKENS, IMAGE_TOKENS_MOST } from './file-tokens.js';
export { withoutCacheCounts } from './hide-cache-counts.js';
export { namedByField, type NamedInput } from './named-input.js';
export type {
  AnswerCodec,
  AnswerOptions,
  ConversationCodec,
  StreamReader,
  StreamWriter,
} from './codec.js';
export type {
  CallerProtocol,
  ConversationProtocol,
  EmbeddingProtocol,
  Protocol,
  SpokenProtocol,
} from './protocol.js';
export {
  endsItsTexts,
  growingTexts,
  growsTexts,
  payloadType,
  speaksOfSameItem,
  type GrowingText,
} from './native/growing-texts.js';
export type {
  ErrorEvent,
  Opaque,
  Part,
  Reply,
  ReplyBody,
  ReplyEvent,
  ReplyFrame,
  UsageEvent,
  Span,
  ToolHead,
} from './reply.js';
export { isCall, isLargeFrame } from './reply.js';
export { findDocuments, type FoundDocument } from './documents/find-documents.js';
export { findToldDocuments, type ToldDocument } from './documents/find-told-documents.js';
export { writeShown, type ShownPiece } from './documents/write-shown.js';
export { readOcr, type OcrRequest } from './ocr/read-request.js';
export { LOCAL_OCR_REQUEST } from './ocr/request-places.js';
export { writeOcrAnswer, type OcrAnswerPage } from './ocr/write-answer.js';
export {
  CAPABILITIES_KEY,
  CLIENT_KEY,
  INPUT_REQUIRED,
  LEGACY_VERSIONS,
  MISSING_CAPABILITY,
  MODERN_VERSION,
  VERSION_KEY,
} from './mcp/facts.js';
export {
  ASKS_NOTHING,
  capabilitiesOf,
  clientAsksOf,
  mayAsk,
  type ClientAsks,
} from './mcp/client-asks.js';
export { readHeaderValue, writeHeaderValue } from './mcp/header-value.js';
export { readMcpAnswer, type McpAnswer, type McpFault } from './mcp/read-answer.js';
export { readMcpMessage, type McpMessage } from './mcp/read-message.js';
export { writeMcpEvent } from './mcp/stream-writer.js';
export {
  discoveryOf,
  handshakeOf,
  refusedResult,
  mcpListOf,
  writeMcpError,
  writeMcpProgress,
  writeMcpResult,
  type McpGreeting,
} from './mcp/write-message.js';
export { optionNamesOf } from './systemone/option-names.js';
export { checkDecision, readDecision, readDecisionModel } from './systemone/read-request.js';
export type {
  ChoiceQuestion,
  DecisionKind,
  DecisionRequest,
  OptionNames,
  NoulQuestion,
  QuestionsRequest,
  RouterRequest,
  RouterSegments,
  ScoreQuestion,
  TypedOption,
  TypedQuestion,
} from './systemone/decision-request.js';
export { cutSegments } from './systemone/read-segments.js';
export { ROUTER_TASKS } from './systemone/router-questions.js';
export { readDecisionAnswer } from './systemone/read-answer.js';
export { writeDecision, type Decided, type Judged } from './systemone/write-decision.js';
export { writeSystemOne } from './systemone/write-request.js';
export { readNativeUsage } from './native/read-usage.js';
export { payloadSteps } from './sse/read-payload.js';
export { SseParser } from './sse/sse-parser.js';
export type { EventParser, StreamEvent } from './event-parser.js';
export { EventStreamParser } from './event-stream/event-stream-parser.js';
export { SSE_KEEPALIVE } from './sse/write-sse.js';
export type { FileForm, Place, Unreadable } from './texts/place.js';
export { isFormal, sortOfType, type AnswerSort } from './texts/answer-sorts.js';
export type { AnswerPlace } from './texts/walk-answer.js';
export type { AnswerTexts, TextGrammar } from './texts/text-grammar.js';
export type { Part as TextPart } from './texts/neighbours.js';
export { RequestWalk, type RequestVisitor, type SignedUnit } from './texts/walk-request.js';
export { readAskedTier, SERVICE_TIERS, type AskedTier, type ServiceTier } from './service-tier.js';
export {
  fillUntold,
  mostUsage,
  sumUsage,
  NO_USAGE,
  type ToldUsage,
  type Untold,
  type Usage,
  type UsageSource,
} from './usage.js';
