import {
  failed,
  member,
  NEVER_ENDED,
  numberOf,
  parseAnswer,
  runInSlices,
  stringOf,
  type Cancellation,
  type Clock,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import type { ToolCommand } from '#platform';
import { NODES_MAX } from '../read-exchange.js';
import { LineTooLong, linesOf } from './lines.js';
import { startGuarded, type Guarded } from './start-guarded.js';

const LINE_BYTES_MAX = 8 * 1_048_576; // As much as a list of tools may be, which is the longest answer.
const UNREAD_BYTES_MAX = 16 * 1_048_576; // Of what it was sent: some full calls; the next one has to wait until it was read.
const UNREAD_BYTES_END = 2 * UNREAD_BYTES_MAX; // With words that are no calls.
const DEAF_MS = 10_000; // Who has that much to read, and reads none of it for so long, reads nothing.
/** Of what nobody has asked for since the last answer: logs on the wrong stream, progress, requests of its own. */
const UNASKED_BYTES_MAX = 8 * 1_048_576;
const UNASKED_LINES_MAX = 10_000;

const LEFT_MAX = 256;
const CLOSED_MS_MAX = 1_000; // Who closes its output ends, or serves nobody.

interface Waiting {
  readonly resolve: (line: Buffer) => void;
  readonly reject: (fault: Error) => void;
}

/** Why a program of tools is of no use any more, in words that are shown to people. */
export class ProcessEnded extends Error {}

/**
 * One run of a program that serves tools: a message a line, in both directions. Requests go side by side, and each is
 * answered by its id, once.
 */
export class ToolProcess {
  private readonly guarded: Guarded;
  private readonly waiting = new Map<number, Waiting>();
  /** Ids that nobody waits for any more; their answers are no fault of the program. */
  private readonly left = new Set<number>();
  private readonly over = new Set<(why: ProcessEnded) => void>();
  private why: ProcessEnded | undefined;
  /** What it had to read when it last had too much, and had read some of it. */
  private full: { readonly bytes: number; readonly sinceMs: number } | undefined;
  private unaskedLines = 0;
  private unaskedBytes = 0;

  constructor(
    command: ToolCommand,
    private readonly clock: Clock,
  ) {
    this.guarded = startGuarded(command, clock);
    const read = this.read();
    this.guarded.onEnd((how) => void read.then(() => this.end(how))); // What it said at last is read first.
  }

  /** Told once, at once if it has ended. */
  onEnd(listener: (why: ProcessEnded) => void): void {
    if (this.why) listener(this.why);
    else this.over.add(listener);
  }

  /** @param line a request with this id @throws ProcessEnded, upstream_unhealthy, and the reason of `ended`, which it is told of */
  ask(id: number, line: string, ended: Cancellation): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (ended.reason) return reject(ended.reason);
      if (this.why) return reject(this.why);
      if (this.hasTooMuchToRead()) return reject(this.why ?? tooMuchToRead());
      const stopListening = ended.onCancel((reason) => {
        this.waiting.delete(id);
        if (this.left.size < LEFT_MAX) this.left.add(id);
        this.tell(cancelled(id));
        reject(reason);
      });
      const settle =
        <Value>(done: (value: Value) => void) =>
        (value: Value) => {
          stopListening();
          done(value);
        };
      this.waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      this.tell(line);
    });
  }

  tell(line: string): void {
    if (this.why) return;
    this.guarded.input.write(`${line}\n`);
    if (this.guarded.input.writableLength > UNREAD_BYTES_END) this.end(DEAF);
  }

  /**
   * Then a call is refused, and those that wait go on: one caller's large calls are no reason to end what serves all. Only who
   * reads nothing at all is ended.
   */
  private hasTooMuchToRead(): boolean {
    const bytes = this.guarded.input.writableLength;
    if (bytes <= UNREAD_BYTES_MAX) {
      this.full = undefined;
      return false;
    }
    const nowMs = this.clock.monotonicMs();
    if (!this.full || bytes < this.full.bytes) this.full = { bytes, sinceMs: nowMs };
    if (nowMs - this.full.sinceMs >= DEAF_MS) this.end(DEAF);
    return true;
  }

  /** With all that it has started. Who waits for it is told why. */
  end(how: string): void {
    if (this.why) return;
    this.why = new ProcessEnded(how);
    this.guarded.kill();
    for (const { reject } of this.waiting.values()) reject(this.why);
    this.waiting.clear();
    for (const listener of this.over) listener(this.why);
  }

  private async read(): Promise<void> {
    try {
      const lines = linesOf(this.guarded.output as AsyncIterable<Buffer>, LINE_BYTES_MAX);
      for await (const line of lines) {
        if (this.why) return;
        await this.take(line);
      }
    } catch (fault) {
      if (fault instanceof LineTooLong) {
        return this.end('it writes lines that are longer than anybody can use');
      }
    }
    this.clock.after(CLOSED_MS_MAX, () => this.end('it has closed its output'));
  }

  private async take(line: Buffer): Promise<void> {
    const document = await messageIn(line);
    const id = numberOf(member(document?.root, 'id'));
    const method = stringOf(member(document?.root, 'method'));
    const asked = method === undefined && id !== undefined ? this.waiting.get(id) : undefined;
    if (id !== undefined && method === undefined && this.left.delete(id)) return;
    if (!asked || id === undefined) return this.takeUnasked(line.length, document, method);
    this.waiting.delete(id);
    this.unaskedLines = 0;
    this.unaskedBytes = 0;
    asked.resolve(line);
  }

  private takeUnasked(
    bytes: number,
    document: JsonDocument | undefined,
    method: string | undefined,
  ): void {
    this.unaskedLines++;
    this.unaskedBytes += bytes;
    if (this.unaskedLines > UNASKED_LINES_MAX || this.unaskedBytes > UNASKED_BYTES_MAX) {
      return this.end('it says too much that nobody has asked for');
    }
    const id = member(document?.root, 'id');
    if (document && method !== undefined && id) this.tell(answerTo(method, document, id));
  }
}

const DEAF = 'it does not read what it is sent';

const tooMuchToRead = () =>
  failed('upstream_unhealthy', {
    message: 'The tool server has more to read than it takes in. Try again later.',
    retryAfterSeconds: 1,
  });

const OBJECT = 0x7b;

/** Undefined of what is no message. */
async function messageIn(line: Buffer): Promise<JsonDocument | undefined> {
  if (line[0] !== OBJECT) return undefined;
  try {
    return await runInSlices(parseAnswer([line], NODES_MAX), NEVER_ENDED);
  } catch {
    return undefined;
  }
}

/** It may ask whether somebody is there; nothing else is done for it. */
function answerTo(method: string, { text }: JsonDocument, id: JsonNode): string {
  const said =
    method === 'ping'
      ? '"result":{}'
      : '"error":{"code":-32601,"message":"The gateway does nothing for servers"}';
  return `{"jsonrpc":"2.0","id":${text.slice(id.start, id.end)},${said}}`;
}

const cancelled = (id: number): string =>
  `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`;
