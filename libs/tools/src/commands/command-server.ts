import { assert, Cancellation, type Alarm, type Clock } from '#kernel';
import { OutboundFault, type OpenAnswer, type OutboundRequest, type ToolCommand } from '#platform';
import { ToolProcess } from './tool-process.js';

const REST_MS_MIN = 1_000; // After an early end, twice as long each time: a start costs the whole machine something.
const REST_MS_MAX = 60_000;
const STEADY_MS = 60_000; // Who ran so long did not end because of how it starts.
const IDLE_MS = 600_000; // An agent thinks for a minute; whoever is gone for ten leaves no program behind.
const PROBE_MS = 2_000; // Programs of before leave words of the newest revision without an answer.
const SESSION = 'mcp-session-id';

/** What programs share: how many may run. */
export interface Room {
  take(server: CommandServer): boolean;
  /** Nobody calls it any more: it is ended where there is no room for another one. */
  rest(server: CommandServer): void;
  give(server: CommandServer): void;
}

/**
 * A program that serves tools, behind the door that servers over HTTP have. It is started by the first call, again after its
 * end, and ended when nobody has called it for a while. A run is a session: whoever shook hands with another one
 * is told that it is gone.
 */
export class CommandServer {
  private process: ToolProcess | undefined;
  private run = 0;
  private startedMs = 0;
  private restUntilMs = -Infinity;
  private restMs = 0;
  private ending = 'it has ended';
  private calls = 0;
  private idle: Alarm | undefined;

  constructor(
    private readonly command: ToolCommand,
    private readonly room: Room,
    private readonly clock: Clock,
  ) {}

  /** @throws OutboundFault where it cannot run, ProcessEnded, the reason of `ended` */
  async open({ headers, body }: OutboundRequest, ended: Cancellation): Promise<OpenAnswer> {
    const process = this.running();
    this.calls++;
    this.idle?.cancel();
    try {
      return await this.exchange(process, headers, body, ended);
    } finally {
      this.calls--;
      if (this.calls === 0) {
        this.idle = this.clock.after(IDLE_MS, () => this.end());
        if (this.process) this.room.rest(this);
      }
    }
  }

  get isIdle(): boolean {
    return this.calls === 0;
  }

  end(): void {
    this.idle?.cancel();
    this.process?.end('it was ended');
  }

  private async exchange(
    process: ToolProcess,
    headers: OutboundRequest['headers'],
    body: string,
    ended: Cancellation,
  ): Promise<OpenAnswer> {
    const [isMessage, id, method] = HEAD.exec(body) ?? [];
    assert(isMessage, 'what is sent is a message');
    const session = headers[SESSION];
    if (session !== undefined && session !== String(this.run)) return answer(404);
    const line = body.replaceAll(/[\r\n]/g, ' '); // Blanks between values: none is left within a string.
    if (id === undefined) {
      process.tell(line);
      return answer(202);
    }
    if (method === 'server/discover') return this.probe(process, Number(id), line, ended);
    const said = await process.ask(Number(id), line, ended);
    return answer(200, said, method === 'initialize' ? { [SESSION]: String(this.run) } : {});
  }

  private async probe(
    process: ToolProcess,
    id: number,
    line: string,
    ended: Cancellation,
  ): Promise<OpenAnswer> {
    const unanswered = new Cancellation();
    const stopListening = ended.onCancel((reason) => unanswered.cancel(reason));
    const alarm = this.clock.after(PROBE_MS, () => unanswered.cancel(new Unanswered()));
    try {
      return answer(200, await process.ask(id, line, unanswered));
    } catch (fault) {
      if (fault instanceof Unanswered) return answer(404);
      throw fault;
    } finally {
      alarm.cancel();
      stopListening();
    }
  }

  private running(): ToolProcess {
    if (this.process) return this.process;
    const nowMs = this.clock.monotonicMs();
    if (nowMs < this.restUntilMs) {
      const seconds = Math.ceil((this.restUntilMs - nowMs) / 1_000);
      throw new OutboundFault(`${this.ending}, and is started again in ${seconds} seconds`);
    }
    if (!this.room.take(this)) throw new OutboundFault('too many tool servers run on this machine');
    this.startedMs = nowMs;
    this.run++;
    const process = new ToolProcess(this.command, this.clock);
    this.process = process;
    process.onEnd(({ message }) => this.rest(message));
    return process;
  }

  private rest(how: string): void {
    this.process = undefined;
    this.room.give(this);
    this.ending = how;
    const nowMs = this.clock.monotonicMs();
    const isSteady = nowMs - this.startedMs >= STEADY_MS;
    this.restMs = isSteady ? 0 : Math.min(Math.max(this.restMs * 2, REST_MS_MIN), REST_MS_MAX);
    this.restUntilMs = nowMs + this.restMs;
  }
}

class Unanswered extends Error {}

/** As `ToolLink` writes them. */
const HEAD = /^\{"jsonrpc":"2\.0",(?:"id":(\d+),)?"method":"([^"]+)"/;

const answer = (
  status: number,
  line?: Buffer,
  more: Readonly<Record<string, string>> = {},
): OpenAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...more },
  pieces: piecesOf(line),
});

async function* piecesOf(line: Buffer | undefined): AsyncGenerator<Buffer> {
  if (line) yield line;
}
