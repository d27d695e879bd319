import { assert } from '#kernel';
import { joinFrames, type Reply, type Usage, type UsageEvent } from '#wire';

/** The answers to the parts of one call as one. @param usage of all of them, where anybody told it */
export function joinReplies(replies: readonly Reply[], usage: UsageEvent | undefined): Reply {
  const [first] = replies;
  assert(first, 'a call has parts');
  const frames = replies.map(({ body }) => {
    assert(body.kind === 'json', 'parts are answered whole');
    return body.frame;
  });
  return { ...first, body: { kind: 'json', frame: joinFrames(frames, usage) } };
}

/** What was told beside a whole answer, if the answer itself says nothing. */
export function withUsage(reply: Reply, usage: Usage | undefined): Reply {
  const { body } = reply;
  if (!usage || body.kind !== 'json') return reply;
  const { frame } = body;
  if (frame.events.some(({ type }) => type === 'usage')) return reply;
  const events = [{ type: 'usage', usage, isWholeFrame: false } as const, ...frame.events];
  return { ...reply, body: { kind: 'json', frame: { ...frame, events } } };
}
