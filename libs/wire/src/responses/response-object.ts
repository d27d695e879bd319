import type { AnswerOptions } from '../codec.js';
import type { ErrorEvent } from '../reply.js';
import { secondsOf } from '../seconds-of.js';
import type { Usage } from '../usage.js';
import { writeRepeated } from './repeated.js';
import { writeIncomplete } from './finish.js';
import { writeResponsesUsage } from './write-usage.js';

/** What of a response is known by now. */
export interface ResponseState {
  readonly id: string;
  readonly output: readonly unknown[];
  readonly usage: Usage | null;
}

/** How it stands: under way, ended for a reason, or broken. */
export type Ending =
  | { readonly kind: 'none' }
  | { readonly kind: 'finish'; readonly reason: string }
  | { readonly kind: 'error'; readonly error: ErrorEvent };

/**
 * The `response` of this format. Nothing of it is stored. It repeats what was asked; other settings have the
 * format's own defaults.
 */
export function responseObject(
  { id, output, usage }: ResponseState,
  ending: Ending,
  { model, requestId, repeated, cachedUsage }: AnswerOptions,
): object {
  const reason = ending.kind === 'finish' ? writeIncomplete(ending.reason) : null;
  const error =
    ending.kind === 'error' ? { code: ending.error.code, message: ending.error.message } : null;
  return {
    id,
    object: 'response',
    created_at: secondsOf(requestId),
    status: statusOf(ending, reason),
    background: false,
    error,
    incomplete_details: reason === null ? null : { reason },
    instructions: null,
    max_output_tokens: null,
    metadata: {},
    model: model ?? '',
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    store: false,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    usage: usage && writeResponsesUsage(usage, cachedUsage),
    ...(repeated && writeRepeated(repeated)),
  };
}

function statusOf({ kind }: Ending, cut: string | null): string {
  if (kind === 'none') return 'in_progress';
  if (kind === 'error') return 'failed';
  return cut === null ? 'completed' : 'incomplete';
}
