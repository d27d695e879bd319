import type { Part, ReplyEvent, ReplyFrame } from '#wire';

/** One part of an answer, as it is kept. */
interface KeptPart {
  readonly kind: Part['kind'];
  readonly choice: number;
  /** Of a call: which tool. */
  readonly tool?: string;
  readonly text: string;
}

/**
 * What an answer says, whatever format it came in and in however many pieces: the text of each of its parts. Of
 * an answer that tells no parts, its payload.
 */
export class AnswerWords {
  isCut = false;
  private chars = 0;
  private payload = '';
  private readonly parts = new Map<Part, { tool?: string; text: string }>();

  /** @param charsMax that are kept of all parts together */
  constructor(private readonly charsMax: number) {}

  see(frame: ReplyFrame): void {
    for (const event of frame.events) this.seeEvent(event);
    if (this.parts.size > 0) this.payload = '';
    else if (frame.document) this.payload = this.bounded(frame.document.text);
  }

  /** JSON; null where nothing was said. */
  write(): string | null {
    if (this.parts.size === 0) return this.payload || null;
    const parts: KeptPart[] = [...this.parts].map(([{ kind, choice }, said]) => ({
      kind,
      choice,
      ...said,
    }));
    return JSON.stringify({ parts });
  }

  private seeEvent(event: ReplyEvent): void {
    if (event.type === 'part_start') {
      const tool = event.tool?.name;
      this.parts.set(event.part, { ...(tool !== undefined && { tool }), text: '' });
    } else if (event.type === 'text' || event.type === 'args') {
      const said = this.parts.get(event.part) ?? { text: '' };
      said.text += this.bounded(event.delta);
      this.parts.set(event.part, said);
    }
  }

  private bounded(text: string): string {
    const room = this.charsMax - this.chars;
    this.chars += Math.min(room, text.length);
    if (text.length <= room) return text;
    this.isCut = true;
    return text.slice(0, room);
  }
}
