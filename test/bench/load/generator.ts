/**
 * The load generator, a process of its own. Every answer is compared with the expected one; an
 * answer that differs is a failure, not a call.
 */
import { onMessage, send } from '../process/messages.js';
import { holdStreams } from './hold-streams.js';
import { measureLoop } from './measure-loop.js';
import { measurePace } from './measure-pace.js';
import type { LoadAnswer, LoadQuestion } from './protocol.js';

async function answer(question: LoadQuestion): Promise<LoadAnswer> {
  if (question.kind === 'measure') {
    const { plan, connections, seconds, perSecond } = question;
    const result = await (perSecond === null
      ? measureLoop(plan, connections, seconds)
      : measurePace(plan, connections, seconds, perSecond));
    return { kind: 'measured', result };
  }
  const result = await holdStreams(question, () => {
    send({ kind: 'all-open' } satisfies LoadAnswer);
  });
  return { kind: 'streams-ended', result };
}

onMessage((message) => {
  void answer(message as LoadQuestion).then(send);
});

send({ kind: 'ready' } satisfies LoadAnswer);
