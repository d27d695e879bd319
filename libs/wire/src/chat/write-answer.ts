import { extraContent, signatureFor } from './thought-signature.js';
import { applyEdits } from '#kernel';
import type { AnswerOptions } from '../codec.js';
import type { ReplyEvent, ReplyFrame, ToolHead } from '../reply.js';
import { secondsOf } from '../seconds-of.js';
import type { Usage } from '../usage.js';
import { modelEdits } from '../write-model.js';
import { chatId, writeUsage, type PieceEvent } from './write-chunk.js';
import { writeFinishReason } from './finish-reason.js';

/** The text of a buffered `chat.completion`: the provider's own where it speaks this format. */
export function writeChatAnswer(frame: ReplyFrame, options: AnswerOptions): string {
  const { document, edits } = frame;
  if (document && options.source === 'chat') {
    return applyEdits(document.text, [...edits, ...modelEdits(document, options.model)]);
  }
  const { requestId } = options;
  const { cachedUsage } = options;
  const builder = new AnswerBuilder(chatId(requestId), secondsOf(requestId), cachedUsage);
  for (const event of frame.events) builder.add(event);
  return builder.write(options.model ?? '');
}

interface Choice {
  content: string | null;
  thinking: string;
  refusal: string | null;
  functionCall: { readonly name: string; arguments: string } | null;
  /** By the position of the call. */
  readonly calls: { readonly head: ToolHead; input: string; signature?: string | undefined }[];
  reason: string | null;
}

const EMPTY: Omit<Choice, 'calls'> = {
  content: null,
  thinking: '',
  refusal: null,
  functionCall: null,
  reason: null,
};

/** Puts an answer together from what its events say. */
class AnswerBuilder {
  private usage = '';
  /** By index, in the order in which they came: a provider may number them as it likes. */
  private readonly choices = new Map<number, Choice>();

  /** @param id of an answer whose provider gives it none */
  constructor(
    private id: string,
    private readonly created: number,
    private readonly cachedUsage: Usage | undefined,
  ) {}

  add(event: ReplyEvent): void {
    if ('part' in event && event.part.kind === 'provider_call') return; // Nobody else has the tool.
    switch (event.type) {
      case 'start':
        this.id = event.id || this.id;
        return;
      case 'part_start':
        if (event.tool) this.addTool(event.part, event.tool);
        return;
      case 'text':
      case 'args':
        this.addPiece(event);
        return;
      case 'finish':
        this.choiceAt(event.choice).reason = writeFinishReason(event.reason);
        return;
      case 'usage':
        this.usage = `,"usage":${writeUsage(event.usage, this.cachedUsage)}`;
        return;
      case 'signature': {
        const call =
          event.part.kind === 'tool_call' &&
          this.choiceAt(event.part.choice).calls[event.part.index];
        if (call) call.signature = signatureFor(event.value);
        return;
      }
      case 'opaque':
      case 'citation':
        return; // This format has no place for them.
      case 'part_end':
      case 'error':
      case 'done':
        return; // A whole answer says so by itself.
    }
  }

  write(model: string): string {
    const choices = [...this.choices].map(([index, choice]) => choiceOf(choice, index));
    return (
      `{"id":${JSON.stringify(this.id)},"object":"chat.completion","created":${this.created},` +
      `"model":${JSON.stringify(model)},"choices":${JSON.stringify(choices)}${this.usage}}`
    );
  }

  private addTool({ choice, kind, index }: PieceEvent['part'], head: ToolHead): void {
    const { calls } = this.choiceAt(choice);
    if (kind === 'tool_call') calls[index] = { head, input: '' };
    else this.choiceAt(choice).functionCall = { name: head.name, arguments: '' };
  }

  private addPiece({ part, delta }: PieceEvent): void {
    const choice = this.choiceAt(part.choice);
    const call = choice.calls[part.index];
    switch (part.kind) {
      case 'text':
        choice.content = (choice.content ?? '') + delta;
        return;
      case 'thinking':
        choice.thinking += delta;
        return;
      case 'refusal':
        choice.refusal = (choice.refusal ?? '') + delta;
        return;
      case 'function_call':
        if (choice.functionCall) choice.functionCall.arguments += delta;
        return;
      case 'tool_call':
        if (call) call.input += delta;
        return;
      case 'provider_call':
        return; // Nobody but the provider can do anything with it.
    }
  }

  private choiceAt(index: number): Choice {
    let choice = this.choices.get(index);
    if (!choice) {
      choice = { ...EMPTY, calls: [] };
      this.choices.set(index, choice);
    }
    return choice;
  }
}

const choiceOf = (choice: Choice, index: number): object => ({
  index,
  message: {
    role: 'assistant',
    content: choice.content,
    refusal: choice.refusal,
    ...(choice.thinking !== '' && { reasoning_content: choice.thinking }),
    ...(choice.functionCall && { function_call: choice.functionCall }),
    ...(choice.calls.length > 0 && { tool_calls: choice.calls.map(callOf) }),
  },
  logprobs: null,
  finish_reason: choice.reason,
});

/** Clients parse the arguments of a call, so a call without any gets an empty object. */
const callOf = ({ head, input, signature }: Choice['calls'][number]): object => ({
  id: head.id,
  ...(head.isCustom
    ? { type: 'custom', custom: { name: head.name, input } }
    : { type: 'function', function: { name: head.name, arguments: input || '{}' } }),
  ...(signature !== undefined && extraContent(signature)),
});
