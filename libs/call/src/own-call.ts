import { ByteLease, type Clock, type Ids, type JsonDocument } from '#kernel';
import type { Arrival, ReceivedCall } from './call.js';

/** What tells a call from others, and on whose behalf it is made. */
export type CallIdentity = Pick<
  Arrival,
  'callId' | 'parentId' | 'pathTemplate' | 'memory' | 'trace'
> &
  Partial<Pick<ReceivedCall, 'endUser'>>;

/**
 * A new one, on behalf of another call and of the person that it is for, with whom it is erased; of none where a job makes
 * it.
 */
export const identityBelow = (
  parent: Pick<ReceivedCall, 'callId' | 'trace' | 'endUser'> | null,
  ids: Ids,
): CallIdentity => ({
  callId: ids.callId(),
  parentId: parent?.callId ?? null,
  endUser: parent?.endUser ?? null,
  pathTemplate: null,
  memory: new ByteLease(),
  trace: parent?.trace?.child(),
});

export interface OwnCall
  extends
    CallIdentity,
    Pick<
      ReceivedCall,
      | 'principal'
      | 'surface'
      | 'protocol'
      | 'callerGone'
      | 'operation'
      | 'expected'
      | 'timeoutMs'
      | 'documentSpans'
    > {
  readonly requestedModel: string;
  readonly document: JsonDocument;
}

/** A call that the gateway makes itself: it begins now, and its answer comes whole. */
export const ownCall = (
  { document, endUser = null, ...order }: OwnCall,
  clock: Clock,
): ReceivedCall => ({
  ...order,
  receivedAtMs: clock.nowMs(),
  startedMs: clock.monotonicMs(),
  isStreaming: false,
  wantsUsage: true,
  endUser,
  showsThinking: false,
  body: { kind: 'json', document },
});
