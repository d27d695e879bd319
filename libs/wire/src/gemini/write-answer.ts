import { applyEdits } from '#kernel';
import type { AnswerOptions } from '../codec.js';
import { writeJson, type Raw } from '../conversation/write-json.js';
import type { Part, ReplyEvent, ReplyFrame, ToolHead } from '../reply.js';
import { NO_USAGE, type Usage } from '../usage.js';
import { modelEdits } from '../write-model.js';
import { writeFinishReason } from './finish-reason.js';
import { callPart, ownPart, ownValue, textPart } from './write-part.js';
import { writeGeminiUsage } from './write-usage.js';

/** The text of a whole response: the provider's own where it speaks this format. */
export function writeGeminiAnswer(frame: ReplyFrame, options: AnswerOptions): string {
  const { document, edits } = frame;
  if (document && options.source === 'gemini') {
    return applyEdits(document.text, [...edits, ...modelEdits(document, options.model)]);
  }
  const builder = new ResponseBuilder(options);
  for (const event of frame.events) builder.add(event);
  return builder.write();
}

interface Said {
  readonly part: Part;
  readonly tool: ToolHead | undefined;
  text: string;
  signature: string;
}

interface Choice {
  /** In the order in which they began; raw ones came whole. */
  readonly parts: (Said | Raw)[];
  reason: string;
}

/** Puts a response together from what the events of an answer say. */
class ResponseBuilder {
  private readonly choices = new Map<number, Choice>();
  private readonly said = new Map<Part, Said>();
  private id = '';
  private usage: Usage = NO_USAGE;

  constructor(private readonly options: AnswerOptions) {}

  add(event: ReplyEvent): void {
    switch (event.type) {
      case 'start':
        this.id = event.id;
        return;
      case 'part_start':
        this.saidIn(event.part, event.tool);
        return;
      case 'text':
      case 'args':
        this.saidIn(event.part).text += event.delta;
        return;
      case 'signature':
        this.saidIn(event.part).signature = ownValue(event.value) ?? '';
        return;
      case 'opaque': {
        const part = ownPart(event.value);
        if (part) this.choiceAt(event.choice).parts.push(part);
        return;
      }
      case 'finish':
        this.choiceAt(event.choice).reason = event.reason;
        return;
      case 'usage':
        this.usage = event.usage;
        return;
      case 'citation':
      case 'part_end':
      case 'error':
      case 'done':
        return; // There is no place for them, or the whole says so by itself.
    }
  }

  write(): string {
    this.choiceAt(0);
    const candidates = [...this.choices].map(([index, { parts, reason }]) => ({
      content: { role: 'model', parts: parts.flatMap((part) => this.partOf(part) ?? []) },
      finishReason: writeFinishReason(reason),
      index,
    }));
    return writeJson({
      candidates,
      usageMetadata: writeGeminiUsage(this.usage, this.options.cachedUsage),
      modelVersion: this.options.model ?? '',
      responseId: this.id,
    });
  }

  private partOf(said: Said | Raw): object | null {
    if (!('part' in said)) return said;
    const { part, tool, text, signature } = said;
    switch (part.kind) {
      case 'text':
      case 'refusal':
        return text === '' ? null : textPart(text, false, signature);
      case 'thinking':
        return this.options.showsThinking ? textPart(text, true, signature) : null;
      case 'tool_call':
      case 'function_call':
        return tool ? callPart(tool, text, signature) : null;
      case 'provider_call':
        return null; // Nobody else has the tool.
    }
  }

  private saidIn(part: Part, tool?: ToolHead): Said {
    let said = this.said.get(part);
    if (!said) {
      said = { part, tool, text: '', signature: '' };
      this.said.set(part, said);
      this.choiceAt(part.choice).parts.push(said);
    }
    return said;
  }

  private choiceAt(index: number): Choice {
    let choice = this.choices.get(index);
    if (!choice) this.choices.set(index, (choice = { parts: [], reason: 'stop' }));
    return choice;
  }
}
