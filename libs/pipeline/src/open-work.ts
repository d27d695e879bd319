import { batchOf, isBackground, type BackgroundWork, type ReceivedCall } from '#call';
import { member, stringOf, type CallId, type JsonNode } from '#kernel';
import type { ReplyFrame } from '#wire';

const OPEN: ReadonlySet<string> = new Set(['queued', 'in_progress']);

/** What its provider goes on with when the call has ended, by this answer; undefined of any other. */
export function openWorkIn(
  { document }: ReplyFrame,
  { operation, callId }: Pick<ReceivedCall, 'operation' | 'callId'>,
): Pick<BackgroundWork, 'objectId' | 'kind'> | undefined {
  const root = document?.root;
  if (!root || !isBackground(operation)) return undefined;
  if (batchOf(operation)) return openBatchIn(root);
  if (operation.kind === 'anonymize') return openJobIn(root, callId);
  const objectId = OPEN.has(stringOf(member(root, 'status')) ?? '') ? idIn(root) : undefined;
  return objectId === undefined ? undefined : { objectId };
}

/** However it stands, what it has used is read from it later: none has ended when it is answered. */
function openBatchIn(root: JsonNode): Pick<BackgroundWork, 'objectId' | 'kind'> | undefined {
  const objectId = stringOf(member(root, 'object')) === 'batch' ? idIn(root) : undefined;
  return objectId === undefined ? undefined : { objectId, kind: 'batch' };
}

/** An answer may tell of a job that another call made, with the same key of idempotency: that one is charged. */
function openJobIn(
  root: JsonNode,
  callId: CallId,
): Pick<BackgroundWork, 'objectId' | 'kind'> | undefined {
  const objectId = idIn(root);
  const isOwn = objectId?.endsWith(callId.replaceAll('-', '')) ?? false;
  return objectId !== undefined && isOwn ? { objectId, kind: 'document' } : undefined;
}

const idIn = (root: JsonNode): string | undefined => stringOf(member(root, 'id')) || undefined;
