import type { Schemas } from '../../api/client';
import type { ProblemError } from '../../api/problem';

export type ReachedModel = Schemas['PlaygroundModelView'];

/** What each request of the conversation says beside what was typed. */
export interface Parameters {
  readonly system: string;
  readonly temperature: number | '';
  readonly maxTokens: number | '';
  readonly effort: string | null;
  /** JSON as it is typed. */
  readonly tools: string;
}

export const NO_PARAMETERS: Parameters = {
  system: '',
  temperature: '',
  maxTokens: '',
  effort: null,
  tools: '',
};

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;

export interface ToolCall {
  readonly name: string;
  readonly args: string;
}

/** One model's answer to one message, as far as it has come. */
export interface Answer {
  readonly model: string;
  readonly request: object;
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  readonly text: string;
  readonly thinking: string;
  readonly tools: readonly ToolCall[];
  /** As it came. */
  readonly raw: string;
  readonly requestId: string | null;
  readonly error: ProblemError | null;
}

export const isOver = ({ state }: Answer): boolean => state !== 'running';

/** A message and what each model says to it; one beside the other while two are compared. */
export interface Turn {
  readonly prompt: string;
  readonly answers: readonly Answer[];
}

/** @throws SyntaxError, TypeError where it is no list of tools */
export function readTools(text: string): readonly unknown[] | undefined {
  if (text.trim() === '') return undefined;
  const tools: unknown = JSON.parse(text);
  if (!Array.isArray(tools)) throw new TypeError('not a list');
  return tools;
}

/**
 * The chat request of a turn: what was said so far, in the words of the model that is asked.
 * @param lane which of the models that are compared
 */
export function requestOf(asked: {
  readonly model: string;
  readonly lane: number;
  readonly parameters: Parameters;
  readonly before: readonly Turn[];
  readonly prompt: string;
}): object {
  const { model, lane, before, prompt, parameters } = asked;
  const { system, temperature, maxTokens, effort } = parameters;
  const tools = readTools(parameters.tools);
  const said = before.flatMap((turn) => {
    const answer = turn.answers[lane]?.text;
    return [
      { role: 'user', content: turn.prompt },
      ...(answer ? [{ role: 'assistant', content: answer }] : []),
    ];
  });
  return {
    model,
    messages: [
      ...(system.trim() ? [{ role: 'system', content: system }] : []),
      ...said,
      { role: 'user', content: prompt },
    ],
    ...(temperature !== '' && { temperature }),
    ...(maxTokens !== '' && { max_completion_tokens: maxTokens }),
    ...(effort && { reasoning_effort: effort }),
    ...(tools && tools.length > 0 && { tools }),
    stream: true,
    stream_options: { include_usage: true },
  };
}
