/**
 * People who look at live views, a process of its own: each has a stream of events open, and asks for what its
 * page asks for as often as the page does.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { begin, send, type OpenAnswer } from '../../support/http.js';
import { Latencies } from '../load/latencies.js';
import { onMessage, send as tell } from '../process/messages.js';
import type { AdministratorsAnswer, AdministratorsQuestion, LookReport } from './protocol.js';

const FAULTS_KEPT = 3;

interface View {
  readonly paths: readonly string[];
  /** At most once in that time, as the page does. */
  readonly everyMs: number;
  /** It is read again when something has happened, else when the time is over. */
  readonly isTold: boolean;
}
const LOG: View = { paths: ['/audit?limit=50'], everyMs: 2_000, isTold: true };
const COUNT: View = { paths: ['/audit?limit=1&histogram=true'], everyMs: 30_000, isTold: false };
const OVERVIEW: View = { paths: ['/overview?range=7d'], everyMs: 10_000, isTold: true };
const HEALTH: View = { paths: ['/health'], everyMs: 5_000, isTold: false };
/** In turns: two of five follow the log, two have the overview open, one looks at the health page. */
const VIEWS: readonly (readonly View[])[] = [
  [LOG, COUNT],
  [OVERVIEW],
  [LOG, COUNT],
  [OVERVIEW],
  [HEALTH],
];

/** One person, until they leave. */
class Administrator {
  private readonly url: string;
  private readonly cookie: string;
  private readonly views: readonly View[];
  private readonly books: Books;
  private isLooking = true;
  private stream: OpenAnswer | undefined;
  private heard = 0;

  constructor(url: string, cookie: string, views: readonly View[], books: Books) {
    this.url = url;
    this.cookie = cookie;
    this.views = views;
    this.books = books;
  }

  async look(): Promise<void> {
    this.stream = await begin(`${this.url}/admin/v1/events`, { headers: { cookie: this.cookie } });
    if (this.stream.status !== 200) this.books.fault(`events: ${this.stream.status}`);
    this.stream.body.on('data', (piece: Buffer) => {
      const events = piece.toString().split('event: ').length - 1;
      this.heard += events;
      this.books.events += events;
    });
    this.stream.body.on('error', () => undefined); // It is left while it speaks.
    await Promise.all(this.views.map((view) => this.read(view)));
    for (const view of this.views) void this.follow(view);
  }

  leave(): void {
    this.isLooking = false;
    this.stream?.hangUp();
  }

  private async follow(view: View): Promise<void> {
    let known = this.heard;
    // Not all at the same moment, as people are not.
    await sleep(Math.random() * view.everyMs);
    while (this.isLooking) {
      if (!view.isTold || this.heard > known) {
        known = this.heard;
        await this.read(view);
      }
      await sleep(view.everyMs);
    }
  }

  private async read({ paths }: View): Promise<void> {
    for (const path of paths) {
      const startedMs = performance.now();
      const answer = await send(`${this.url}/admin/v1${path}`, {
        headers: { cookie: this.cookie },
      }).catch((fault: unknown) => ({ status: 0, text: String(fault) }));
      if (answer.status === 200) this.books.answered(performance.now() - startedMs);
      else if (this.isLooking) this.books.fault(`${path}: ${answer.status} ${answer.text}`);
    }
  }
}

class Books {
  events = 0;
  private answers = 0;
  private readonly latencies = new Latencies();
  private readonly faults: string[] = [];

  answered(ms: number): void {
    this.answers++;
    this.latencies.add(ms);
  }

  fault(text: string): void {
    if (this.faults.length < FAULTS_KEPT) this.faults.push(text);
  }

  report(): LookReport {
    const [p95Ms = null] = this.latencies.quantiles([0.95]);
    return { answers: this.answers, events: this.events, p95Ms, faults: this.faults };
  }
}

let present: readonly Administrator[] = [];
let books = new Books();

async function answer(question: AdministratorsQuestion): Promise<AdministratorsAnswer> {
  if (question.kind === 'leave') {
    for (const one of present) one.leave();
    return { kind: 'left', report: books.report() };
  }
  const { url, cookies } = question;
  books = new Books();
  present = cookies.map(
    (cookie, at) => new Administrator(url, cookie, VIEWS[at % VIEWS.length] ?? [], books),
  );
  await Promise.all(present.map((one) => one.look()));
  return { kind: 'looking' };
}

onMessage((message) => void answer(message as AdministratorsQuestion).then(tell));
tell({ kind: 'ready' } satisfies AdministratorsAnswer);
