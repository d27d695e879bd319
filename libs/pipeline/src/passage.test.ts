import { Logger } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AnswerReport,
  type Arrival,
  CallerGone,
  CallObserver,
  Dispatcher,
  type DispatchRecord,
  type Entered,
  Interceptor,
  type MeteredCall,
  OPEN_CALLS_MAX,
  type Outcome,
  type ReceivedCall,
  EndedCalls,
} from '#call';
import { Cancellation, failed, GatewayError, refuse } from '#kernel';
import { NO_USAGE, type Reply, type ReplyFrame } from '#wire';
import { aCall, aWorkload } from '../../../test/support/a-call.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { aPart } from '../../../test/support/wire.js';
import { OpenCalls } from './open-calls.js';
import { Passage } from './passage.js';
import { Pipeline } from './pipeline.js';
import type { PassageTools } from './passage-tools.js';
import { Settling } from './settling.js';

beforeAll(() => Logger.overrideLogger(false));

/** Writes down that it was entered and left, and does on the way what it is told to. */
class Step extends Interceptor<MeteredCall, MeteredCall> {
  onEnter: () => void = () => undefined;
  onWatch: (frame: ReplyFrame) => ReplyFrame | readonly ReplyFrame[] = (frame) => frame;
  onLeave: (outcome: Outcome) => Promise<Outcome> | Outcome = (outcome) => outcome;
  /** What it gives out at the end. */
  held: readonly ReplyFrame[] = [];
  /** What it gives out when time has passed. */
  onPause: (() => readonly ReplyFrame[]) | undefined;
  /** What it has to say of the answer. */
  onReport: () => AnswerReport = () => ({ found: [], marks: [] });

  constructor(
    readonly name: string,
    private readonly diary: string[],
  ) {
    super();
  }

  enter(call: MeteredCall): Entered<MeteredCall> {
    this.diary.push(`enter ${this.name}`);
    this.onEnter();
    const way = `${call.requestedModel}${this.name}`;
    return {
      call: { ...call, requestedModel: way },
      watch: (frame) => {
        this.diary.push(`see ${this.name} ${way}`);
        return this.onWatch(frame);
      },
      end: () => this.held,
      ...(this.onPause && { pause: this.onPause }),
      watchBytes: () => void this.diary.push(`bytes ${this.name}`),
      report: () => this.onReport(),
      leave: (outcome) => {
        this.diary.push(`leave ${this.name} ${way}`);
        return this.onLeave(outcome);
      },
    };
  }
}

class Observer extends CallObserver {
  override unauthenticated(): void {}
  override left(): void {}

  readonly outcomes: Outcome[] = [];
  readonly refusals: GatewayError[] = [];

  ended(_call: ReceivedCall, outcome: Outcome): void {
    this.outcomes.push(outcome);
  }

  refused(_arrival: Arrival, error: GatewayError): void {
    this.refusals.push(error);
  }
}

class Sender extends Dispatcher {
  /** Fails, or answers with these frames. */
  answer: (dispatch: DispatchRecord) => Promise<Reply> | Reply = () => streamOf(aFrame('Hi'), DONE);

  serves(): boolean {
    return true;
  }

  speaks(): boolean {
    return true;
  }

  async send(call: MeteredCall, dispatch: DispatchRecord): Promise<Reply> {
    dispatch.endpoint = call.route.endpoints[0] ?? null;
    dispatch.billable = 'answer';
    return this.answer(dispatch);
  }
}

const aFrame = (delta: string): ReplyFrame => ({
  document: null,
  edits: [],
  events: [{ type: 'text', part: aPart('0/text'), delta }],
});
const GONE = new Error('gone');
const USAGE = { ...NO_USAGE, inputTotal: 3, outputTotal: 4 };
const COUNTED: ReplyFrame = {
  document: null,
  edits: [],
  events: [{ type: 'usage', usage: USAGE, isWholeFrame: true }],
};
const DONE: ReplyFrame = { document: null, edits: [], events: [{ type: 'done' }] };

async function* each(frames: readonly (ReplyFrame | Error)[]): AsyncGenerator<ReplyFrame[]> {
  for (const frame of frames) {
    if (frame instanceof Error) throw frame;
    yield [frame];
  }
}

const streamOf = (...frames: (ReplyFrame | Error)[]): Reply => ({
  status: 200,
  headers: {},
  protocol: 'chat',
  body: { kind: 'events', batches: each(frames) },
});

/** A way of three steps, and a provider behind it. */
function aWay(change: Parameters<typeof aCall>[0] = {}) {
  const clock = new FakeClock();
  const diary: string[] = [];
  const steps = ['a', 'b', 'c'].map((name) => new Step(name, diary));
  const observer = new Observer();
  const recorded: GatewayError[] = [];
  const settling = new Settling();
  const openCalls = new OpenCalls();
  const refusals = {
    record: (_arrival: Arrival, error: GatewayError) => {
      recorded.push(error);
      return Promise.resolve(error);
    },
  };
  const logger = new Logger('test');
  const tools = {
    logger,
    clock,
    settling,
    openCalls,
    refusals,
    observer,
    endedCalls: new EndedCalls(),
    sentCalls: { note: () => undefined },
  } as unknown as PassageTools;
  const sender = new Sender();
  const call = aCall({ requestedModel: '', ...change });

  /** As the pipeline does. */
  async function run() {
    const passage = new Passage(call, tools);
    try {
      passage.open();
      let state = call;
      for (const step of steps) state = await passage.enter(step.name, step, state);
      return await passage.send(state, sender);
    } catch (fault) {
      throw await passage.fail(fault);
    }
  }

  async function read(pieces = Infinity): Promise<number> {
    const { body } = await run();
    if (body.kind === 'json') return 1;
    const items: AsyncIterable<unknown> = body.kind === 'bytes' ? body.chunks : body.batches;
    let seen = 0;
    for await (const _ of items) if (++seen >= pieces) break;
    return seen;
  }

  const left = () => diary.filter((line) => line.startsWith('leave'));
  return {
    clock,
    diary,
    steps,
    observer,
    recorded,
    settling,
    openCalls,
    sender,
    tools,
    run,
    read,
    left,
  };
}

const LEFT_IN_REVERSE = ['leave c abc', 'leave b ab', 'leave a a'];

it('lets in no more calls than it can hold open', async () => {
  const { openCalls, sender, tools, recorded } = aWay();
  const step = new Step('a', []) as never;
  const documents = { concerns: () => false } as never;
  const pipeline = new Pipeline(
    documents,
    ...([step, step, step, step, step, step] as const),
    documents, // Keeps nothing.
    sender,
    sender,
    tools,
  );
  const { principal } = aCall();
  for (let open = 1; open < OPEN_CALLS_MAX; open++) openCalls.add(new Cancellation(), principal);
  await expect(pipeline.run(aCall())).resolves.toMatchObject({ status: 200 });
  await expect(pipeline.run(aCall())).rejects.toMatchObject({ key: 'gateway_overloaded' });
  expect(recorded).toMatchObject([{ key: 'gateway_overloaded' }]);
});

it('lets nothing in once the open answers were ended', async () => {
  const { openCalls, run, recorded } = aWay();
  openCalls.endAll();
  await expect(run()).rejects.toMatchObject({ key: 'server_restarting' });
  expect(recorded).toMatchObject([{ key: 'server_restarting' }]);
  expect(openCalls.size).toBe(0);
});

describe('a passage', () => {
  it('enters in order, shows frames to the last entered first, and leaves in reverse', async () => {
    const { read, diary, settling, openCalls } = aWay();
    await read();
    await settling.drained();
    expect(diary).toEqual([
      'enter a',
      'enter b',
      'enter c',
      'see c abc',
      'see b ab',
      'see a a',
      'see c abc',
      'see b ab',
      'see a a',
      ...LEFT_IN_REVERSE,
    ]);
    expect(openCalls.size).toBe(0);
  });

  it('tells the outcome of a complete answer', async () => {
    const { sender, read, observer, settling, clock } = aWay();
    sender.answer = () => {
      clock.advance(40);
      return streamOf(aFrame('Hi'), COUNTED, DONE);
    };
    await read();
    await settling.drained();
    expect(observer.outcomes).toMatchObject([
      {
        status: 200,
        endedBy: 'upstream',
        callerGone: false,
        error: null,
        usage: USAGE,
        isPartial: false,
        billable: 'answer',
        marks: [],
        ttftMs: 40,
      },
    ]);
  });

  it('says in the head of the answer what each step took', async () => {
    const { run, steps, clock } = aWay();
    const [, second] = steps;
    if (second) second.onEnter = () => clock.advance(3);
    const { gatewayHeaders } = await run();
    expect(gatewayHeaders['server-timing']).toBe('a;dur=0, b;dur=3, c;dur=0');
  });

  it('shows a whole answer to every step, and leaves once its caller has it', async () => {
    const { sender, run, diary, left, observer, settling } = aWay();
    const frame = { ...aFrame('Hi'), events: [...aFrame('Hi').events, ...COUNTED.events] };
    sender.answer = () => ({ ...streamOf(), body: { kind: 'json', frame } });
    const { body } = await run();
    expect(body).toEqual({ kind: 'json', frame });
    expect(diary.slice(3)).toEqual(['see c abc', 'see b ab', 'see a a']);
    expect(left()).toEqual([]);
    await settling.drained();
    expect(left()).toEqual(LEFT_IN_REVERSE);
    expect(observer.outcomes).toMatchObject([
      { endedBy: 'upstream', isPartial: false, usage: USAGE },
    ]);
  });

  it('lets a step hold frames back, and give them out at the end to those behind it', async () => {
    const { steps, run, diary } = aWay();
    const [, second] = steps;
    if (second) {
      second.onWatch = () => [];
      second.held = [aFrame('held')];
    }
    const { body } = await run();
    if (body.kind !== 'events') throw new Error('not a stream');
    expect((await Array.fromAsync(body.batches)).flat()).toEqual([aFrame('held')]);
    expect(diary.filter((line) => line.startsWith('see a'))).toEqual(['see a a']);
  });

  it('asks a step for what it holds when 0.3 seconds have passed without an end', async () => {
    const { steps, run, sender, clock } = aWay();
    const [, second] = steps;
    if (second) second.onPause = () => [aFrame('held')];
    let goOn: () => void = () => undefined;
    const silence = new Promise<void>((resolve) => (goOn = resolve));
    sender.answer = () => ({
      status: 200,
      headers: {},
      protocol: 'chat',
      body: {
        kind: 'events',
        batches: (async function* () {
          await silence;
          yield [DONE];
        })(),
      },
    });
    const { body } = await run();
    if (body.kind !== 'events') throw new Error('not a stream');
    const first = body.batches.next();
    await setImmediate();
    clock.advance(300);
    expect((await first).value).toEqual([aFrame('held')]);
    goOn();
    expect((await Array.fromAsync(body.batches)).flat()).toEqual([DONE]);
    expect(clock.pending).toBe(0);
  });

  it('asks every step what it has to say of the answer before the first one leaves', async () => {
    const { steps, read, observer, settling } = aWay();
    const found = [{ kind: 'jwt', subtype: null, action: 'mask', place: 'answer.text', count: 1 }];
    const [first] = steps;
    if (first) first.onReport = () => ({ found, marks: ['unscanned'] });
    await read();
    await settling.drained();
    expect(observer.outcomes).toMatchObject([{ found, marks: ['unscanned'] }]);
  });

  it('takes an answer of bytes for complete when it ends', async () => {
    const { sender, read, observer, settling, left, diary } = aWay();
    const chunks = (async function* () {
      yield new Uint8Array(3);
    })();
    sender.answer = () => ({
      status: 200,
      headers: {},
      protocol: 'native',
      body: { kind: 'bytes', chunks },
    });
    await read();
    await settling.drained();
    expect(left()).toEqual(LEFT_IN_REVERSE);
    expect(diary).toContain('bytes a');
    expect(observer.outcomes).toMatchObject([{ endedBy: 'upstream', isPartial: false }]);
  });
});

describe('a passage is left in reverse, once,', () => {
  const once = async (way: ReturnType<typeof aWay>, outcome: object) => {
    await way.settling.drained();
    expect(way.left()).toEqual(LEFT_IN_REVERSE);
    expect(way.observer.outcomes).toEqual([expect.objectContaining(outcome)]);
    expect(way.openCalls.size).toBe(0);
  };

  it('when the stream breaks', async () => {
    const way = aWay();
    const fault = failed('upstream_cut');
    way.sender.answer = () => streamOf(aFrame('Hi'), COUNTED, fault);
    await expect(way.read()).rejects.toBe(fault);
    await once(way, { endedBy: 'error', error: fault, isPartial: true, usage: USAGE });
  });

  it('when the provider says in the stream that it failed', async () => {
    const way = aWay();
    const event = { type: 'error', message: 'overloaded', code: 'x' } as const;
    way.sender.answer = () =>
      streamOf(aFrame('Hi'), { document: null, edits: [], events: [event] });
    await way.read();
    await once(way, { endedBy: 'error', error: expect.objectContaining({ key: 'upstream_cut' }) });
  });

  it('when the reader stops early', async () => {
    const way = aWay();
    way.sender.answer = () => streamOf(aFrame('a'), aFrame('b'), aFrame('c'), DONE);
    await way.read(1);
    await once(way, { endedBy: 'error', isPartial: true, error: null });
  });

  it('when the caller goes, after a moment in which the answer may still end', async () => {
    const gone = new Cancellation();
    const way = aWay({ callerGone: gone });
    way.sender.answer = (dispatch) => {
      const broken = new Promise<never>((_, reject) => {
        dispatch.cancellation.onCancel(reject);
      });
      const frames = (async function* () {
        yield [aFrame('Hi')];
        await broken;
      })();
      return { ...streamOf(), body: { kind: 'events', batches: frames } };
    };
    const reading = expect(way.read()).rejects.toBeInstanceOf(CallerGone);
    await setImmediate();
    gone.cancel(GONE);
    way.clock.advance(1_999);
    await setImmediate();
    expect(way.left()).toEqual([]);
    way.clock.advance(1);
    await reading;
    await once(way, { endedBy: 'client', callerGone: true, error: null, status: 200 });
    expect(way.clock.pending).toBe(0);
  });

  it('when the caller had gone before anything was sent', async () => {
    const gone = new Cancellation();
    gone.cancel(GONE);
    const way = aWay({ callerGone: gone });
    way.sender.answer = (dispatch) => {
      way.clock.advance(2_000);
      throw dispatch.cancellation.reason ?? new Error('not cancelled');
    };
    await expect(way.run()).rejects.toBeInstanceOf(GatewayError);
    await once(way, { endedBy: 'client', callerGone: true, status: 499, error: null });
    expect(way.recorded).toEqual([]);
  });

  it('when the dispatcher fails', async () => {
    const way = aWay();
    const fault = failed('upstream_timeout');
    way.sender.answer = () => Promise.reject(fault);
    await expect(way.run()).rejects.toBe(fault);
    await once(way, { endedBy: 'error', status: 504, error: fault, isPartial: true });
    expect(way.recorded).toEqual([]);
  });

  it('when a step fails to leave: the others still do', async () => {
    const way = aWay();
    const [, second] = way.steps;
    if (second) second.onLeave = () => Promise.reject(new Error('no database'));
    await way.read();
    await once(way, { endedBy: 'upstream' });
  });

  it('when the gateway restarts', async () => {
    const way = aWay();
    way.sender.answer = (dispatch) => {
      const frames = (async function* () {
        yield [aFrame('Hi')];
        if (dispatch.cancellation.reason) throw dispatch.cancellation.reason;
      })();
      return { ...streamOf(), body: { kind: 'events', batches: frames } };
    };
    const { body } = await way.run();
    expect(way.openCalls.size).toBe(1);
    way.openCalls.endAll();
    if (body.kind !== 'events') throw new Error('not a stream');
    await expect(Array.fromAsync(body.batches)).rejects.toMatchObject({ key: 'server_restarting' });
    await once(way, { endedBy: 'server_restarting' });
  });

  it('with the outcome that the step before it made of it', async () => {
    const way = aWay();
    const [first, , third] = way.steps;
    const charge = { nano: 5n } as Outcome['charge'];
    let seen: Outcome | undefined;
    if (third) third.onLeave = (outcome) => ({ ...outcome, charge });
    if (first) first.onLeave = (outcome) => (seen = outcome);
    await way.read();
    await once(way, { charge });
    expect(seen?.charge).toBe(charge);
  });
});

describe('a refusal', () => {
  it.each([0, 1, 2])('in step %i is recorded as such, and nothing is left', async (place) => {
    const way = aWay();
    const error = refuse('budget_reached');
    const step = way.steps[place];
    if (step)
      step.onEnter = () => {
        throw error;
      };
    await expect(way.run()).rejects.toBe(error);
    await way.settling.drained();
    expect(way.recorded).toEqual([error]);
    expect(way.left()).toEqual([]);
    expect(way.observer.outcomes).toEqual([]);
    expect(way.openCalls.size).toBe(0);
  });

  it('hides from the caller what broke', async () => {
    const way = aWay();
    const [first] = way.steps;
    if (first)
      first.onEnter = () => {
        throw new TypeError('x is undefined');
      };
    await expect(way.run()).rejects.toMatchObject({ key: 'internal' });
  });
});

describe('an answer that nobody waits for', () => {
  it('may end by itself within its moment of grace, and is not broken off after it', async () => {
    const gone = new Cancellation();
    const way = aWay({ callerGone: gone });
    let isBrokenOff = false;
    way.sender.answer = (dispatch) => {
      dispatch.cancellation.onCancel(() => (isBrokenOff = true));
      return streamOf(aFrame('Hi'), COUNTED, DONE);
    };
    const { body } = await way.run();
    gone.cancel(GONE);
    way.clock.advance(1_999);
    if (body.kind !== 'events') throw new Error('not a stream');
    await Array.fromAsync(body.batches);
    way.clock.advance(60_000);
    await way.settling.drained();
    expect(isBrokenOff).toBe(false);
    expect(way.observer.outcomes).toMatchObject([
      { endedBy: 'upstream', callerGone: true, usage: USAGE },
    ]);
  });

  const drainingWay = () => {
    const gone = new Cancellation();
    const workload = aWorkload({ onDisconnect: 'drain' });
    const way = aWay({ callerGone: gone, workload });
    let reason: unknown;
    way.sender.answer = (dispatch) => {
      dispatch.cancellation.onCancel((cause) => (reason = cause));
      return streamOf(aFrame('Hi'), DONE);
    };
    return { ...way, gone, reason: () => reason };
  };

  it('is read on for two minutes where the workload wants it', async () => {
    const { run, gone, clock, reason } = drainingWay();
    await run();
    gone.cancel(GONE);
    clock.advance(119_999);
    expect(reason()).toBeUndefined();
    clock.advance(1);
    expect(reason()).toBeInstanceOf(CallerGone);
  });

  it('is ended like any other once too many are read for nobody', async () => {
    const { run, gone, clock, reason, openCalls } = drainingWay();
    for (let other = 0; other < 256; other++) openCalls.tryDrain(new Cancellation());
    await run();
    gone.cancel(GONE);
    clock.advance(2_000);
    expect(reason()).toBeInstanceOf(CallerGone);
  });
});

describe('Settling', () => {
  it('is drained when all work is done, what was added meanwhile included', async () => {
    const settling = new Settling();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    settling.add(first.promise);
    let isDrained = false;
    const drained = settling.drained().then(() => (isDrained = true));
    settling.add(second.promise);
    first.resolve();
    await setImmediate();
    expect([isDrained, settling.size]).toEqual([false, 1]);
    second.resolve();
    await drained;
    expect(settling.size).toBe(0);
  });
});

describe('OpenCalls', () => {
  it('makes room for another drained answer when one has ended', () => {
    const openCalls = new OpenCalls();
    const controllers = Array.from({ length: 256 }, () => new Cancellation());
    for (const controller of controllers) expect(openCalls.tryDrain(controller)).toBe(true);
    expect(openCalls.tryDrain(new Cancellation())).toBe(false);
    const [first] = controllers;
    if (first) openCalls.delete(first);
    expect(openCalls.tryDrain(new Cancellation())).toBe(true);
  });
});
