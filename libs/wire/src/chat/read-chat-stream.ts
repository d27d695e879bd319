import {
  changeMembers,
  itemsOf,
  member,
  numberOf,
  objectOf,
  stringOf,
  type Edit,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import { CUT, errorEvent, MALFORMED } from '../errors/error-event.js';
import { errorOf, readErrorBody } from '../errors/read-error-body.js';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { isDoneMarker, readPayload } from '../sse/read-payload.js';
import type { SseEvent } from '../sse/read-sse.js';
import { chatParts, readChatTexts, readToolCall, type ChatParts } from './read-chat-texts.js';
import { readFinishReason } from './read-finish-reason.js';
import { findUsage, readUsage } from './read-usage.js';
import { ToolCalls } from './tool-calls.js';

/** Decodes `chat.completion.chunk` events. The last frame, and no other, has `done` or `error`. */
export async function* readChatStream(events: AsyncIterable<SseEvent>): AsyncGenerator<ReplyFrame> {
  const decoder = new ChatStreamDecoder();
  for await (const event of events) {
    const frame = decoder.read(event);
    if (frame) yield frame;
    if (decoder.isOver) return; // Whatever a provider sends after its end is not for the caller.
  }
  yield decoder.end();
}

interface Choice {
  readonly parts: ChatParts;
  readonly calls: ToolCalls;
  isFinished: boolean;
}

const INDEX: ReadonlySet<string> = new Set(['index']);

class ChatStreamDecoder {
  isOver = false;
  private readonly choices = new Map<number, Choice>();

  read(event: SseEvent): ReplyFrame | undefined {
    if (isDoneMarker(event.data)) return this.over(null, { type: 'done' });
    const document = readPayload(event.data);
    if (document && document.root.kind !== 'string' && document.root.kind !== 'scalar') {
      return this.readDocument(document, event.name);
    }
    // An empty event is a sign of life; one that was cut is judged at the end of the stream.
    if (event.isCut || event.data.trim() === '') return undefined;
    return this.over(null, MALFORMED);
  }

  /** The stream ended without `[DONE]`: complete only if every choice had said its finish. */
  end(): ReplyFrame {
    const choices = [...this.choices.values()];
    const isComplete = choices.length > 0 && choices.every((choice) => choice.isFinished);
    return this.over(null, isComplete ? { type: 'done' } : CUT);
  }

  private readDocument(document: JsonDocument, name: string): ReplyFrame {
    const { root } = document;
    const events: ReplyEvent[] = [];
    const edits: Edit[] = [];
    const choices = itemsOf(member(root, 'choices'));
    const error = readErrorBody(root) ?? (name === 'error' ? errorOf(root) : undefined);
    if (!error) for (const choice of choices) this.readChoice(choice, events, edits);
    const usage = readUsage(findUsage(root));
    if (usage) events.push({ type: 'usage', usage, isWholeFrame: choices.length === 0 });
    if (error) return this.over(document, ...events, errorEvent(error));
    if (choices.some((choice) => stringOf(member(choice, 'finish_reason')) === 'error')) {
      return this.over(document, ...events, errorEvent(errorOf(undefined)));
    }
    return name === '' ? { document, edits, events } : { name, document, edits, events };
  }

  private readChoice(node: JsonNode, events: ReplyEvent[], edits: Edit[]): void {
    const index = numberOf(member(node, 'index')) ?? 0;
    const choice = this.choiceAt(index);
    const delta = member(node, 'delta') ?? member(node, 'message');
    if (delta) {
      readChatTexts(delta, choice.parts, events);
      for (const piece of itemsOf(member(delta, 'tool_calls'))) {
        const position = choice.calls.place(piece);
        edits.push(...correctIndex(piece, position));
        readToolCall(piece, choice.parts.tool(position), events);
      }
    }
    const native = stringOf(member(node, 'finish_reason'));
    if (native === undefined || native === 'error' || choice.isFinished) return;
    choice.isFinished = true;
    const reason = readFinishReason(native, choice.calls.count > 0);
    events.push({ type: 'finish', choice: index, reason });
  }

  private choiceAt(index: number): Choice {
    let choice = this.choices.get(index);
    if (!choice) {
      choice = { parts: chatParts(index), calls: new ToolCalls(), isFinished: false };
      this.choices.set(index, choice);
    }
    return choice;
  }

  private over(document: JsonDocument | null, ...events: ReplyEvent[]): ReplyFrame {
    this.isOver = true;
    return { document, edits: [], events };
  }
}

/** Clients put calls together by `index`, so a missing or misleading one is set right. */
function correctIndex(piece: JsonNode, position: number): Edit[] {
  const call = objectOf(piece);
  if (!call || numberOf(member(call, 'index')) === position) return [];
  return changeMembers(call, INDEX, new Map([['index', String(position)]]));
}
