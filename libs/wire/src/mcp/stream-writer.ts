import { applyEdits } from '#kernel';
import type { StreamWriter } from '../codec.js';
import type { ReplyFrame } from '../reply.js';
import { writeSse } from '../sse/write-sse.js';

/** One message of JSON-RPC as an event. */
export const writeMcpEvent = (json: string): string =>
  // Between two values it means nothing, and in a stream it would end the line.
  writeSse(json.replaceAll('\r', ' '), 'message');

/** News of a call, and its answer behind them. */
export class McpStreamWriter implements StreamWriter {
  isOver = false;

  write({ document, edits, events }: ReplyFrame): string {
    this.isOver = events.some(({ type }) => type === 'done');
    return document ? writeMcpEvent(applyEdits(document.text, edits)) : '';
  }
}
