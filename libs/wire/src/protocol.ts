/** Formats that callers hold conversations in. Each can be translated into every other. */
export type ConversationProtocol = 'chat' | 'messages' | 'gemini';

/**
 * What a caller may be answered in. `native`: whatever the provider's own path speaks; forwarded, never
 * translated.
 */
export type CallerProtocol = ConversationProtocol | 'native';

/**
 * What a provider may answer in. `converse`: Bedrock's, which no caller speaks; its answers are always
 * told in the caller's format.
 */
export type Protocol = CallerProtocol | 'converse';
