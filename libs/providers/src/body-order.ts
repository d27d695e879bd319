import type { ChatOperation, Endpoint, MeteredCall, Model, Organisation, Provider } from '#call';
import type { JsonDocument } from '#kernel';
import type { SpokenProtocol } from '#wire';

/** What one endpoint's own rules go by. */
export interface Place {
  readonly organisation: Pick<Organisation, 'id' | 'explicitPromptCache'>;
  readonly provider: Pick<Provider, 'family' | 'credential' | 'apiVersion' | 'servesResponses'>;
  readonly model: Model | null;
}

/**
 * All that the body of a conversation is made of, beside what is said in it: plain data without a secret,
 * so that a thread can be handed it.
 */
export interface BodyOrder extends Place {
  /** The format that the caller spoke. */
  readonly said: SpokenProtocol;
  /** As the caller wrote it; null where only the body names one. */
  readonly requestedModel: string | null;
  readonly isStreaming: boolean;
  readonly showsThinking: boolean;
  /** Request headers that mean something to a provider of the caller's format, lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A body, and what else it says of its request. */
export interface WrittenBody {
  readonly text: string;
  /** What a platform is told beside the body, and callers say within it. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Pure: the same order and document make the same body, in whichever thread. */
export type WriteBody = (order: BodyOrder, document: JsonDocument) => WrittenBody;

interface Asked {
  readonly call: MeteredCall;
  readonly endpoint: Endpoint;
}

export const placeOf = ({ call, endpoint }: Asked): Place => {
  const { id, explicitPromptCache } = call.principal.organisation;
  const { family, credential, apiVersion, servesResponses } = endpoint.provider;
  return {
    organisation: { id, explicitPromptCache },
    provider: { family, credential, apiVersion, servesResponses },
    model: endpoint.model,
  };
};

export const bodyOrderOf = (asked: Asked, { protocol, hints }: ChatOperation): BodyOrder => {
  const { requestedModel, isStreaming, showsThinking } = asked.call;
  return {
    ...placeOf(asked),
    said: protocol,
    requestedModel,
    isStreaming,
    showsThinking,
    headers: hints.headers,
  };
};
