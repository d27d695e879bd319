/** Formats of conversations with a model. Each can be translated into every other. */
export type ConversationProtocol = 'chat';

/** `native`: whatever the provider's own path speaks; forwarded, never translated. */
export type Protocol = ConversationProtocol | 'native';
