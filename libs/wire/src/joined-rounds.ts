import { HeldBack } from './held-back.js';
import { isCall, type Part, type ReplyEvent, type ReplyFrame } from './reply.js';
import { mostUsage, sumUsage, type Usage } from './usage.js';

/** Of what one round says, which is asked again with it: far more than any model says at a time. */
const ROUND_CHARS_MAX = 16 * 1_024 * 1_024;

/** What stands between texts of two rounds, which most formats tell as one. */
const BETWEEN = '\n\n';

/** A call of the hidden tool. */
export interface HiddenCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it. */
  args: string;
}

type TextEvent = Extract<ReplyEvent, { readonly type: 'text' | 'args' }>;
type GrowingEvent = Extract<
  ReplyEvent,
  { readonly type: 'text' | 'args' | 'signature' | 'opaque' | 'citation' | 'part_end' }
>;
type FinishEvent = Extract<ReplyEvent, { readonly type: 'finish' }>;

/**
 * The answers of several rounds as one, while they pass: a model calls a tool that its caller knows nothing of, is given
 * what came of it, and goes on. The caller sees neither the calls nor where a round ends. All of it is one choice.
 */
export class JoinedRounds {
  private readonly usages: (Usage | null)[] = [];
  private round = new Round();
  private hasStarted = false;
  /** Of the last text that was shown; empty where none was. */
  private lastText = '';
  private readonly counts = new Map<Part['kind'], number>();

  /** @param tool its name */
  constructor(private readonly tool: string) {}

  /** What of a frame's events the caller is shown. @throws upstream_failed for a round past all bounds */
  take(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
    const shown: ReplyEvent[] = [];
    for (const event of events) {
      this.round.keep(event);
      this.show(event, shown);
    }
    return shown;
  }

  /** What the model wants to know before it goes on; nothing where the answer has ended. */
  get calls(): readonly HiddenCall[] {
    return this.round.isOpen ? [...this.round.hidden.values()] : [];
  }

  /** The round that has ended, as an answer for whoever asked. */
  get frame(): ReplyFrame {
    return { document: null, edits: [], events: this.round.events };
  }

  /** What the calls asked for was found: the model goes on. @param isLast no more calls are answered */
  next(isLast: boolean): void {
    this.usages.push(this.round.usage);
    this.round = new Round(isLast);
  }

  private show(event: ReplyEvent, shown: ReplyEvent[]): void {
    const { round } = this;
    switch (event.type) {
      case 'start':
        if (!this.hasStarted) shown.push(event);
        this.hasStarted = true;
        return;
      case 'usage':
        round.usage = mostUsage(round.usage, event.usage);
        return;
      case 'finish':
        return this.finish(event, shown);
      case 'done':
        return this.end(shown);
      case 'error':
        shown.push(event);
        return;
      case 'part_start':
        return this.begin(event, shown);
      case 'text':
      case 'args':
      case 'signature':
      case 'opaque':
      case 'citation':
      case 'part_end':
        return this.grow(event, shown);
    }
  }

  private begin(event: Extract<ReplyEvent, { readonly type: 'part_start' }>, shown: ReplyEvent[]) {
    const { round } = this;
    const { part, tool } = event;
    if (tool?.name === this.tool && isCall(part)) {
      round.hidden.set(part, { id: tool.id, name: tool.name, args: '' });
      return round.letGo(shown, isNobodyElses);
    }
    round.letGo(shown);
    shown.push({ ...event, part: this.partOf(part) });
  }

  private grow(event: GrowingEvent, shown: ReplyEvent[]): void {
    const { round } = this;
    const call = 'part' in event ? round.hidden.get(event.part) : undefined;
    if (call) {
      if (event.type === 'args' || event.type === 'text') call.args += event.delta;
      return;
    }
    const moved = 'part' in event ? { ...event, part: this.partOf(event.part) } : event;
    if (isNobodyElses(event) || round.isHolding) return round.hold(moved);
    if (event.type === 'text' && event.part.kind === 'text') this.showText(event, shown);
    shown.push(moved);
  }

  /** Before the first text of a round. */
  private showText({ part, delta }: TextEvent, shown: ReplyEvent[]): void {
    if (delta === '') return;
    const isFirst = !this.round.hasText && this.usages.length > 0;
    if (isFirst && this.lastText !== '' && !this.lastText.endsWith('\n')) {
      shown.push({ type: 'text', part: this.partOf(part), delta: BETWEEN });
    }
    this.round.hasText = true;
    this.lastText = delta;
  }

  /** As the caller knows it: numbered through all rounds. */
  private partOf(part: Part): Part {
    const { counts, round } = this;
    let shown = round.parts.get(part);
    if (!shown) {
      const index = counts.get(part.kind) ?? 0;
      counts.set(part.kind, index + 1);
      round.parts.set(part, (shown = { ...part, index }));
      round.hasCalls ||= isCall(part);
    }
    return shown;
  }

  /** Told at once where nothing follows: formats say how a part ended by why its answer did. */
  private finish(event: FinishEvent, shown: ReplyEvent[]): void {
    const { round } = this;
    if (event.choice > 0) return;
    round.letGo(shown);
    round.finish = event;
    if (!round.wantsMore) this.showFinish(event, shown);
  }

  private showFinish(event: FinishEvent, shown: ReplyEvent[]): void {
    shown.push(event.reason === 'tool_calls' && !this.round.hasCalls ? stopped(event) : event);
    this.round.hasShownFinish = true;
  }

  private end(shown: ReplyEvent[]): void {
    const { round } = this;
    round.letGo(shown);
    round.isOpen = round.wantsMore;
    if (round.isOpen) return;
    // A call of the caller's came behind it.
    if (round.finish && !round.hasShownFinish) this.showFinish(round.finish, shown);
    const usages = [...this.usages, round.usage];
    const told = usages.flatMap((usage) => usage ?? []);
    // A sum of some of them would say that the others cost nothing.
    if (told.length === usages.length) {
      shown.push({ type: 'usage', usage: sumUsage(told), isWholeFrame: false });
    }
    shown.push({ type: 'done' });
  }
}

const stopped = (finish: FinishEvent): FinishEvent => ({ ...finish, reason: 'stop' });

/**
 * OpenAI refuses a thought that comes back without the call that it led to, so what it sealed right in front of a hidden
 * call is hidden as well.
 */
const isNobodyElses = (event: ReplyEvent): boolean =>
  'value' in event && event.value.origin === 'responses';

/** What is known of one round until the next begins. */
class Round {
  readonly events: ReplyEvent[] = [];
  readonly hidden = new Map<Part, HiddenCall>();
  /** As the caller knows them. */
  readonly parts = new Map<Part, Part>();
  usage: Usage | null = null;
  finish: FinishEvent | null = null;
  hasShownFinish = false;
  hasCalls = false;
  hasText = false;
  /** It has ended, and the model waits for what it asked for. */
  isOpen = false;
  private held: ReplyEvent[] = [];
  private readonly told = new HeldBack(ROUND_CHARS_MAX, 'an answer');

  constructor(private readonly isLast = false) {}

  /** Calls of the caller's own tools come first: it answers them, and the model may ask again. */
  get wantsMore(): boolean {
    const isWhole = this.finish === null || ENDS.has(this.finish.reason);
    return !this.isLast && this.hidden.size > 0 && !this.hasCalls && isWhole;
  }

  get isHolding(): boolean {
    return this.held.length > 0;
  }

  hold(event: ReplyEvent): void {
    this.held.push(event);
  }

  letGo(shown: ReplyEvent[], isHidden: (event: ReplyEvent) => boolean = () => false): void {
    shown.push(...this.held.filter((event) => !isHidden(event)));
    this.held = [];
  }

  /** Pieces of one text are one event. */
  keep(event: ReplyEvent): void {
    if (event.type !== 'text' && event.type !== 'args') {
      this.told.add('value' in event ? event.value.value.length : 0);
      this.events.push(event);
      return;
    }
    const { type, part, delta } = event;
    this.told.add(delta.length);
    const last = this.events.at(-1);
    if (last?.type === type && last.part === part) {
      this.events[this.events.length - 1] = { type, part, delta: last.delta + delta };
    } else this.events.push({ type, part, delta });
  }
}

/** Ends of a round whose calls are whole. */
const ENDS: ReadonlySet<string> = new Set(['tool_calls', 'stop']);
