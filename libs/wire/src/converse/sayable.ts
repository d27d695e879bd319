import type {
  RequestPart,
  ToolCallPart,
  ToolResultPart,
  Turn,
} from '../conversation/conversation.js';
import { repairTurns } from '../conversation/repair-turns.js';
import type { ModelRules } from './model-rules.js';
import { redactedBlock } from './redacted-block.js';

type TextPart = Extract<RequestPart, { readonly type: 'text' }>;

/** Turns that say nothing but what the model takes, as the format wants them. */
export function sayableTurns(turns: readonly Turn[], rules: ModelRules, hasTools: boolean): Turn[] {
  const said = turns.map((turn) => ({
    ...turn,
    parts: turn.parts.flatMap((part) => sayable(part, rules, hasTools)),
  }));
  return withoutTail(repairTurns(said)).flatMap((turn) => apart(turn, rules));
}

function sayable(part: RequestPart, rules: ModelRules, hasTools: boolean): RequestPart[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text.trim() === '' ? [] : [part]; // A blank text is refused.
    case 'thinking':
      // Without a signature of its own it is refused.
      return rules.thinking === 'claude' && part.signature?.origin === 'messages' ? [part] : [];
    case 'opaque':
      return rules.thinking === 'claude' && redactedBlock(part.value) ? [part] : [];
    case 'audio':
      return []; // There is no place for it.
    case 'tool_call':
      return [hasTools ? part : calledInWords(part)];
    case 'tool_result': {
      const parts = part.parts.flatMap((inner) => sayable(inner, rules, hasTools));
      return hasTools ? [{ ...part, parts }] : [GAVE, ...parts];
    }
    case 'image':
    case 'file':
      return [part];
  }
}

/** Calls are refused where there are no tools; so are results. */
const calledInWords = ({ name, input }: ToolCallPart): TextPart =>
  textPart(`[called ${name}: ${input}]`);
const GAVE: TextPart = { type: 'text', text: '[the tool gave]' };

/** A turn that began for the assistant must not end in blanks. */
function withoutTail(turns: Turn[]): Turn[] {
  const last = turns.at(-1);
  const tail = last?.parts.at(-1);
  if (last?.role !== 'assistant' || tail?.type !== 'text') return turns;
  const trimmed = { ...tail, text: tail.text.trimEnd() };
  return [...turns.slice(0, -1), { ...last, parts: [...last.parts.slice(0, -1), trimmed] }];
}

/** What may stand between the results of tools and what the user says next. */
const BETWEEN: Turn = { role: 'assistant', parts: [textPart('.')] };

/**
 * Results of tools in a turn of their own, where the model demands that; what they may not hold is
 * shown by the user.
 */
function apart(turn: Turn, rules: ModelRules): Turn[] {
  const results = turn.parts.filter((part) => part.type === 'tool_result');
  if (results.length === 0) return [turn];
  const own = results.map((result) => resultOf(result, rules));
  const shown = results.flatMap((result) => shownBy(result, rules));
  const rest = [...shown, ...turn.parts.filter((part) => part.type !== 'tool_result')];
  const isTogether = rest.every((part) => mayStandBeside(part, rules));
  if (isTogether) return [{ ...turn, parts: [...own, ...rest] }];
  return [{ ...turn, parts: own }, BETWEEN, { ...turn, parts: rest }];
}

const resultOf = (result: ToolResultPart, rules: ModelRules): ToolResultPart => ({
  ...result,
  parts: result.parts.filter((part) => mayStandIn(part, rules)),
});

function shownBy({ id, parts }: ToolResultPart, rules: ModelRules): RequestPart[] {
  const shown = parts.filter((part) => !mayStandIn(part, rules));
  return shown.length > 0 ? [textPart(`The tool call ${id} gave:`), ...shown] : [];
}

const mayStandIn = ({ type }: RequestPart, { inResults }: ModelRules): boolean =>
  type === 'image' || type === 'file' ? inResults.has(type) : true;

const mayStandBeside = ({ type }: RequestPart, { besideResults }: ModelRules): boolean =>
  besideResults === 'all' || (besideResults === 'text and images' && type !== 'file');

function textPart(text: string): TextPart {
  return { type: 'text', text };
}
