/** Formats that callers hold conversations in. Each can be translated into every other. */
export type ConversationProtocol = 'chat' | 'messages' | 'gemini' | 'responses';

/**
 * What a caller may say a conversation in. `completions`: a single text of the user's, in the format before
 * chat. No provider is asked in it but by forwarding.
 */
export type SpokenProtocol = ConversationProtocol | 'completions';

/** Formats that callers ask for vectors in: OpenAI's, and Gemini's for one text and for many. */
export type EmbeddingProtocol = 'embeddings' | 'embed_content' | 'batch_embed_contents';

/**
 * What a caller may be answered in. `images`: pictures, in OpenAI's format. `ocr`: pages, in Mistral's. `systemone`: typed decisions.
 * `mcp`: what tools answer, in JSON-RPC.
 * `native`: whatever the provider's own path speaks; forwarded, never translated.
 */
export type CallerProtocol =
  | SpokenProtocol
  | EmbeddingProtocol
  | 'images'
  | 'ocr'
  | 'systemone'
  | 'mcp'
  | 'native';

/**
 * What a provider may answer in. The others are no caller's, so their answers are always told in the caller's
 * format. `converse` and `invoke` are Bedrock's: the one for conversations, the other for whatever else its
 * models do. `predict`: Vertex AI's for vectors. `pictures`: those of an answer in the format of Gemini. `mistral`: as the chat format, but for
 * texts in parts. `cohere` and, for vectors, `cohere_embed`: its own. `kept`: of an answer that the gateway has kept, whose frames are
 * events alone.
 */
export type Protocol =
  | CallerProtocol
  | 'converse'
  | 'invoke'
  | 'predict'
  | 'pictures'
  | 'mistral'
  | 'cohere'
  | 'cohere_embed'
  | 'kept';
