import type { StreamWriter } from '../codec.js';
import type { ReplyFrame } from '../reply.js';

const EVENT = /(?:data: .*\n)+\n/g;
const FIELD = /^data: /gm;

/** A stream of responses as one JSON array, whose items come as they are made. */
export class JsonArrayWriter implements StreamWriter {
  private hasItems = false;

  /** @param events writes the same stream as server-sent events */
  constructor(private readonly events: StreamWriter) {}

  get isOver(): boolean {
    return this.events.isOver;
  }

  write(frame: ReplyFrame): string {
    const text = this.itemsOf(this.events.write(frame));
    return this.isOver ? text + this.end() : text;
  }

  /** The stream broke: its error is the last item. @param events as server-sent events */
  close(events: string): string {
    return this.itemsOf(events) + this.end();
  }

  private itemsOf(events: string): string {
    return (events.match(EVENT) ?? [])
      .map((event) => {
        const lead = this.hasItems ? ',\r\n' : '[';
        this.hasItems = true;
        return lead + event.replaceAll(FIELD, '').trimEnd();
      })
      .join('');
  }

  private end(): string {
    return this.hasItems ? ']' : '[]';
  }
}
