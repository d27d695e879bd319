import { tokensOf } from '../../text/tokens.js';
import type { OutputItem, OutputText } from './output-item.js';

interface Closing {
  readonly status: string;
  readonly output: readonly OutputItem[];
}

type Step = readonly [type: string, members: object];

/** The whole life cycle of a response, numbered; the last frame holds the complete answer. */
export function* responseFrames(opening: object, closing: Closing): Generator<string> {
  let sequence = 0;
  for (const [type, members] of steps(opening, closing)) {
    const event = { type, sequence_number: sequence++, ...members };
    yield `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
  }
}

function* steps(opening: object, closing: Closing): Generator<Step> {
  yield ['response.created', { response: opening }];
  yield ['response.in_progress', { response: opening }];
  for (const [index, item] of closing.output.entries()) {
    const at = { output_index: index };
    yield ['response.output_item.added', { ...at, item: beginning(item) }];
    yield* growth(item, { ...at, item_id: item.id });
    yield ['response.output_item.done', { ...at, item }];
  }
  yield [`response.${closing.status}`, { response: closing }];
}

/** An item as it looks before its first piece. */
function beginning(item: OutputItem): OutputItem {
  switch (item.type) {
    case 'reasoning':
      return { ...item, summary: [] };
    case 'message':
      return { ...item, status: 'in_progress', content: [] };
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' };
  }
}

function* growth(item: OutputItem, at: object): Generator<Step> {
  switch (item.type) {
    case 'reasoning':
      for (const [index, part] of item.summary.entries()) {
        yield* summaryGrowth(part, { ...at, summary_index: index });
      }
      return;
    case 'message':
      for (const [index, part] of item.content.entries()) {
        yield* textGrowth(part, { ...at, content_index: index });
      }
      return;
    case 'function_call':
      for (const delta of tokensOf(item.arguments)) {
        yield ['response.function_call_arguments.delta', { ...at, delta }];
      }
      yield [
        'response.function_call_arguments.done',
        { ...at, name: item.name, arguments: item.arguments },
      ];
  }
}

function* summaryGrowth(part: { readonly text: string }, at: object): Generator<Step> {
  yield ['response.reasoning_summary_part.added', { ...at, part: { ...part, text: '' } }];
  for (const delta of tokensOf(part.text)) {
    yield ['response.reasoning_summary_text.delta', { ...at, delta }];
  }
  yield ['response.reasoning_summary_text.done', { ...at, text: part.text }];
  yield ['response.reasoning_summary_part.done', { ...at, part }];
}

function* textGrowth(part: OutputText, at: object): Generator<Step> {
  yield ['response.content_part.added', { ...at, part: { ...part, text: '' } }];
  for (const delta of tokensOf(part.text)) {
    yield ['response.output_text.delta', { ...at, delta, logprobs: [] }];
  }
  yield ['response.output_text.done', { ...at, text: part.text, logprobs: [] }];
  yield ['response.content_part.done', { ...at, part }];
}
