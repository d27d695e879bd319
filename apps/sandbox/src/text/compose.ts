import type { Fault } from '../faults/fault.js';
import { QUOTED_CHARS_MAX } from '../limits.js';
import { sampleValue } from './sample-value.js';
import { countTokens, firstTokens, textOfTokens } from './tokens.js';

/** What a conversation asks of the model, in no particular wire format. */
export interface Question {
  readonly model: string;
  readonly fault: Fault;
  /** The text of the last user message. */
  readonly userText: string;
  /** The last round's tool results, where the conversation ends with them. */
  readonly toolResult?: string | undefined;
  /** The function to call, where the model should call one. */
  readonly tool?: { readonly name: string; readonly parameters: unknown } | undefined;
  /** What a script in the conversation has the model call instead, none included. */
  readonly script?: readonly Call[] | undefined;
  /** Answer in JSON: by this schema, or as any object where it is null. */
  readonly schema?: unknown;
  readonly stop?: readonly string[];
  readonly tokensMax?: number | undefined;
}

export interface Call {
  readonly name: string;
  /** JSON of an object. */
  readonly arguments: string;
}

export interface Composition {
  readonly reasoning: string;
  readonly text: string;
  /** All of one round. */
  readonly calls: readonly Call[];
  readonly finish: 'stop' | 'stop_sequence' | 'length' | 'tool_calls';
  /** The one that ended the text, which is not part of it. */
  readonly stopSequence?: string;
  /** Of reasoning, text and calls together. */
  readonly tokens: number;
  readonly reasoningTokens: number;
}

/** The whole model: the same question always gets the same answer. */
export function compose(question: Question): Composition {
  const calls = question.fault.tokens === undefined ? callsFor(question) : [];
  const reasoning = reasoningFor(question);
  const reasoningTokens = countTokens(reasoning);
  if (calls.length > 0) {
    const tokens = calls.reduce(
      (sum, call) => sum + countTokens(call.name) + countTokens(call.arguments),
      reasoningTokens,
    );
    return { reasoning, text: '', calls, finish: 'tool_calls', tokens, reasoningTokens };
  }
  const said = textFor(question);
  const stop = firstStop(said, question.stop ?? []);
  const whole = stop ? said.slice(0, stop.at) : said;
  const room = Math.max(0, (question.tokensMax ?? Infinity) - reasoningTokens);
  const isCut = countTokens(whole) > room;
  const text = isCut ? firstTokens(whole, room) : whole;
  const tokens = reasoningTokens + countTokens(text);
  const answer = { reasoning, text, calls, tokens, reasoningTokens };
  if (isCut || !stop) return { ...answer, finish: isCut ? 'length' : 'stop' };
  return { ...answer, finish: 'stop_sequence', stopSequence: stop.sequence };
}

function callsFor({ tool, script, userText }: Question): readonly Call[] {
  if (script) return script;
  if (!tool) return [];
  const sample = sampleValue(tool.parameters ?? { properties: {} }, userText);
  return [{ name: tool.name, arguments: JSON.stringify(sample) }];
}

function reasoningFor({ model, userText, tokensMax = Infinity }: Question): string {
  if (model !== 'reasoning') return '';
  return firstTokens(`The user wrote: "${quote(userText)}". I answer in one sentence.`, tokensMax);
}

function textFor(question: Question): string {
  const { fault, model, schema, toolResult, userText } = question;
  if (fault.tokens !== undefined) return textOfTokens(fault.tokens);
  if (schema === null) return JSON.stringify({ sandbox: true, answer: userText });
  if (schema !== undefined) return JSON.stringify(sampleValue(schema, userText));
  if (model === 'echo') return toolResult ?? userText;
  const said = toolResult === undefined ? 'You wrote' : 'The tool answered';
  return `This is a sandbox answer; no model was asked. ${said}: "${quote(toolResult ?? userText)}"`;
}

/** Cut between words, so that no placeholder is quoted in half. */
function quote(text: string): string {
  if (text.length <= QUOTED_CHARS_MAX) return text;
  const end = text.lastIndexOf(' ', QUOTED_CHARS_MAX);
  return `${text.slice(0, end > 0 ? end : QUOTED_CHARS_MAX)} ...`;
}

interface Stop {
  readonly sequence: string;
  readonly at: number;
}

function firstStop(text: string, sequences: readonly string[]): Stop | undefined {
  return sequences
    .map((sequence) => ({ sequence, at: text.indexOf(sequence) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)[0];
}

/** In the words of the chat format, which does not tell one end from the other. */
export const chatFinish = ({ finish }: Composition): string =>
  finish === 'stop_sequence' ? 'stop' : finish;
