import { useCallback, useEffect, useRef, useState } from 'react';
import { isOver, requestOf, type Answer, type Parameters, type Turn } from './model';
import { streamChat } from './stream-chat';

export interface Sending {
  readonly prompt: string;
  /** In whose place it comes, with all that follows; undefined: at the end. */
  readonly at?: number | undefined;
  /** One, or two that are compared. */
  readonly models: readonly string[];
  readonly workload?: string | undefined;
  readonly parameters: Parameters;
}

/** A conversation of this page alone: it is kept nowhere, and ends with it. */
export function useConversation() {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  const send = ({ prompt, at = turns.length, models, workload, parameters }: Sending) => {
    running.current.abort();
    const { signal } = (running.current = new AbortController());
    const before = turns.slice(0, at);
    const answers = models.map((model, lane) =>
      begun(model, requestOf({ model, lane, parameters, before, prompt })),
    );
    setTurns([...before, { prompt, answers }]);
    answers.forEach((start, lane) => void follow(start, lane));

    async function follow(start: Answer, lane: number) {
      for await (const answer of streamChat(start, workload, signal)) {
        // What was stopped has nothing to say where another message has taken its place.
        if (signal !== running.current.signal) return;
        setTurns((now) => withAnswer(now, { at, lane, answer }));
      }
    }
  };
  const stop = useCallback(() => running.current.abort(), []);
  const clear = () => {
    running.current.abort();
    running.current = new AbortController();
    setTurns([]);
  };
  const isRunning = turns.at(-1)?.answers.some((answer) => !isOver(answer)) ?? false;
  return { turns, isRunning, send, stop, clear };
}

const begun = (model: string, request: object): Answer => ({
  model,
  request,
  state: 'running',
  text: '',
  thinking: '',
  tools: [],
  raw: '',
  requestId: null,
  error: null,
});

const withAnswer = (
  turns: readonly Turn[],
  { at, lane, answer }: { readonly at: number; readonly lane: number; readonly answer: Answer },
): readonly Turn[] =>
  turns.map((turn, index) =>
    index === at ? { ...turn, answers: turn.answers.with(lane, answer) } : turn,
  );
