import type { Raw } from '../conversation/write-json.js';
import {
  argumentsOf,
  beginningOf,
  inputOf,
  refusalPart,
  summaryPart,
  textPart,
  type OutputItem,
} from './output-item.js';

/** One event: its type and members. */
export type Step = readonly [type: string, members: object];

/** The events with which an item begins. @param place in the output */
export function growthOf(item: OutputItem, place: number): Step[] {
  const at = { item_id: item.id, output_index: place };
  const added: Step = [
    'response.output_item.added',
    { output_index: place, item: beginningOf(item) },
  ];
  switch (item.part.kind) {
    case 'text':
    case 'refusal': {
      const part = item.part.kind === 'text' ? textPart('') : refusalPart('');
      return [added, ['response.content_part.added', { ...at, content_index: 0, part }]];
    }
    case 'thinking': {
      if (item.isHidden) return [added];
      const part = summaryPart('');
      return [added, ['response.reasoning_summary_part.added', { ...at, summary_index: 0, part }]];
    }
    case 'tool_call':
    case 'function_call':
    case 'provider_call':
      return [added];
  }
}

/** The event of each piece of an item: its type, and what it says beside the piece. */
export interface PieceForm {
  readonly type: string;
  /** Members as JSON, without braces. */
  readonly members: string;
}

/**
 * Null where an item is told only when it is whole: what a custom tool is given within an object, and what was
 * thought within its seal.
 */
export function pieceForm(item: OutputItem, place: number): PieceForm | null {
  const at = `"item_id":${JSON.stringify(item.id)},"output_index":${place}`;
  switch (item.part.kind) {
    case 'text':
      return {
        type: 'response.output_text.delta',
        members: `${at},"content_index":0,"logprobs":[]`,
      };
    case 'refusal':
      return { type: 'response.refusal.delta', members: `${at},"content_index":0` };
    case 'thinking':
      if (item.isHidden) return null;
      return { type: 'response.reasoning_summary_text.delta', members: `${at},"summary_index":0` };
    case 'tool_call':
    case 'function_call':
    case 'provider_call':
      if (item.isWrapped) return null;
      return item.tool?.isCustom
        ? { type: 'response.custom_tool_call_input.delta', members: at }
        : { type: 'response.function_call_arguments.delta', members: at };
  }
}

/** The events with which an item ends, each with the whole of what it ends. @param whole the item */
export function endOf(item: OutputItem, place: number, whole: Raw): Step[] {
  const at = { item_id: item.id, output_index: place };
  const { text } = item;
  const done: Step = ['response.output_item.done', { output_index: place, item: whole }];
  switch (item.part.kind) {
    case 'text':
      return [
        ['response.output_text.done', { ...at, content_index: 0, text, logprobs: [] }],
        ['response.content_part.done', { ...at, content_index: 0, part: textPart(text) }],
        done,
      ];
    case 'refusal':
      return [
        ['response.refusal.done', { ...at, content_index: 0, refusal: text }],
        ['response.content_part.done', { ...at, content_index: 0, part: refusalPart(text) }],
        done,
      ];
    case 'thinking':
      if (item.isHidden) return [done];
      return [
        ['response.reasoning_summary_text.done', { ...at, summary_index: 0, text }],
        [
          'response.reasoning_summary_part.done',
          { ...at, summary_index: 0, part: summaryPart(text) },
        ],
        done,
      ];
    case 'tool_call':
    case 'function_call':
    case 'provider_call':
      return [...callSteps(item, at), done];
  }
}

function callSteps(item: OutputItem, at: object): Step[] {
  if (item.isWrapped || item.tool?.isCustom) {
    const input = inputOf(item);
    const told: Step[] = item.isWrapped
      ? [['response.custom_tool_call_input.delta', { ...at, delta: input }]]
      : [];
    return [...told, ['response.custom_tool_call_input.done', { ...at, input }]];
  }
  const args = argumentsOf(item);
  const told: Step[] =
    item.text === '' ? [['response.function_call_arguments.delta', { ...at, delta: args }]] : [];
  const name = item.tool?.name ?? '';
  return [...told, ['response.function_call_arguments.done', { ...at, name, arguments: args }]];
}
