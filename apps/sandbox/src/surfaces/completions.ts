import { DONE, json, type Answer, type SandboxRequest } from '../http/answer.js';
import { findModel } from '../models.js';
import { invalid } from '../provider-error.js';
import { chatFinish, compose } from '../text/compose.js';
import { countTokens, tokensOf } from '../text/tokens.js';
import {
  arrayOf,
  boolean,
  filled,
  integer,
  number,
  object,
  record,
  string,
  stringOr,
} from '../validation/check.js';

interface CompletionRequest {
  readonly model: string;
  readonly prompt: string | readonly string[];
  readonly max_tokens?: number | null;
  readonly n?: number | null;
  readonly stop?: string | readonly string[] | null;
  readonly stream?: boolean | null;
  readonly stream_options?: { readonly include_usage?: boolean | null } | null;
}

const completionRequest = object(
  { model: filled, prompt: stringOr(string, arrayOf(string, 1)) },
  {
    best_of: integer(1, 20),
    echo: boolean,
    frequency_penalty: number(-2, 2),
    logit_bias: record,
    logprobs: integer(0, 5),
    max_tokens: integer(0),
    n: integer(1, 128),
    presence_penalty: number(-2, 2),
    seed: integer(),
    stop: stringOr(string, arrayOf(string, 1, 4)),
    stream: boolean,
    stream_options: object({}, { include_usage: boolean, include_obfuscation: boolean }),
    suffix: string,
    temperature: number(0, 2),
    top_p: number(0, 1),
    user: string,
  },
);

const TOKENS_DEFAULT = 16; // The endpoint's own default, so that short answers surprise no one.

/** POST /v1/completions, the format before chat. Token arrays are refused: this model has none. */
export function complete({ body, fault, newId, nowSeconds }: SandboxRequest): Answer {
  completionRequest(body, '');
  const request = body as CompletionRequest;
  if (request.stream_options && !request.stream) {
    const message = "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
    throw invalid(message, 'stream_options');
  }
  const model = findModel(request.model, 'chat', fault);
  const prompts = [request.prompt].flat();
  const stop = [request.stop ?? []].flat();
  const tokensMax = request.max_tokens ?? TOKENS_DEFAULT;
  const compositions = prompts.flatMap((userText) =>
    Array.from({ length: request.n ?? 1 }, () =>
      compose({ model, fault, userText, stop, tokensMax }),
    ),
  );
  const prompt = prompts.reduce((sum, text) => sum + countTokens(text), 0);
  const completion = compositions.reduce((sum, { tokens }) => sum + tokens, 0);
  const usage = fault['no-usage']
    ? undefined
    : {
        prompt_tokens: prompt,
        completion_tokens: completion,
        total_tokens: prompt + completion,
      };
  const envelope = {
    id: newId('cmpl-'),
    object: 'text_completion',
    created: nowSeconds,
    model: request.model,
    system_fingerprint: 'sandbox',
  };
  const choice = (index: number, text: string, finish: string | null) => ({
    index,
    text,
    logprobs: null,
    finish_reason: finish,
  });
  if (!request.stream) {
    const choices = compositions.map((one, index) => choice(index, one.text, chatFinish(one)));
    return json({ ...envelope, choices, usage });
  }
  const asksForUsage = request.stream_options?.include_usage === true && usage;
  function* frames() {
    const frame = (choices: readonly object[], its: object | null) =>
      `data: ${JSON.stringify({ ...envelope, choices, ...(asksForUsage && { usage: its }) })}\n\n`;
    for (const [index, one] of compositions.entries()) {
      for (const piece of tokensOf(one.text)) yield frame([choice(index, piece, null)], null);
      yield frame([choice(index, '', chatFinish(one))], null);
    }
    if (asksForUsage) yield frame([], asksForUsage);
    yield DONE;
  }
  return { events: frames() };
}
