import { addAll } from '#kernel';
import type { RequestPart, ToolResultPart, Turn } from './conversation.js';

const PLACEHOLDER = '.'; // A turn may not be empty, and this says nothing.
const NO_RESULT = 'The result of this tool call is not available.';

/**
 * Turns as the strict formats want them: user and assistant take turns, the user begins, and the turn
 * after an assistant's calls begins with the result of each. Clients that cut their history leave calls
 * without a result and results without a call; instructions in between come as the user's words.
 */
export function repairTurns(turns: readonly Turn[]): Turn[] {
  const repaired: Turn[] = [];
  for (const turn of merged(turns)) {
    const before = repaired.at(-1);
    if (turn.role === 'assistant') {
      if (!before) repaired.push({ role: 'user', parts: [textPart(PLACEHOLDER)] });
      repaired.push(turn);
    } else repaired.push({ ...turn, parts: answering(turn.parts, callsOf(before)) });
  }
  const open = callsOf(repaired.at(-1));
  if (open.size > 0) repaired.push({ role: 'user', parts: answering([], open) });
  return repaired;
}

/** Neighbours of one role become one turn; what stands between turns is the user's. */
function merged(turns: readonly Turn[]): Turn[] {
  const all: (Turn & { readonly parts: RequestPart[] })[] = [];
  for (const { role, parts, name } of turns) {
    if (parts.length === 0) continue;
    const own: Turn =
      role === 'system' ? { role: 'user', parts: parts.map(asInstruction) } : { role, parts };
    const last = all.at(-1);
    if (last?.role === own.role) addAll(last.parts, own.parts);
    else all.push({ role: own.role, parts: [...own.parts], ...(name !== undefined && { name }) });
  }
  return all;
}

const asInstruction = (part: RequestPart): RequestPart =>
  part.type === 'text' ? { ...part, text: `<system>${part.text}</system>` } : part;

const callsOf = (turn: Turn | undefined): ReadonlySet<string> =>
  new Set(
    turn?.role === 'assistant'
      ? turn.parts.flatMap((part) => (part.type === 'tool_call' ? [part.id] : []))
      : [],
  );

/** The results first, one of each call; what answers no call is text. */
function answering(parts: readonly RequestPart[], calls: ReadonlySet<string>): RequestPart[] {
  const results = new Map<string, ToolResultPart>();
  const rest: RequestPart[] = [];
  for (const part of parts) {
    if (part.type !== 'tool_result') rest.push(part);
    else if (calls.has(part.id) && !results.has(part.id)) results.set(part.id, part);
    else addAll(rest, part.parts);
  }
  const all = [...calls].map((id) => results.get(id) ?? missing(id));
  return [...all, ...rest];
}

const missing = (id: string): ToolResultPart => ({
  type: 'tool_result',
  id,
  isError: true,
  parts: [textPart(NO_RESULT)],
});

const textPart = (text: string): RequestPart & { readonly type: 'text' } => ({
  type: 'text',
  text,
});
