/**
 * The load generator, a process of its own: a closed loop over keep-alive connections. Every answer
 * is compared with the expected one; an answer that differs is a failure, not a call.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { onMessage, send } from '../process/messages.js';
import { Caller } from './caller.js';
import type { CallPlan, LoadAnswer, LoadQuestion, LoadResult } from './protocol.js';
import { Tally } from './tally.js';

/** A target that fails is not measured to the end: the numbers would mean nothing. */
const FAILURES_MAX = 20;
const OPENED_AT_ONCE = 50;

async function measure(plan: CallPlan, connections: number, seconds: number): Promise<LoadResult> {
  const callers: Caller[] = [];
  let running = connections;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let tally: Tally | undefined;
  let deadlineMs = 0;
  for (let n = 0; n < connections; n++) {
    const caller: Caller = new Caller(plan, (report) => {
      tally?.add(report);
      const isOver = performance.now() >= deadlineMs || (tally?.failed ?? 0) > FAILURES_MAX;
      if (!isOver && report.fault === undefined) caller.call();
      else if (!isOver) void reopen(caller, stop);
      else stop();
    });
    callers.push(caller);
  }
  const stop = () => {
    if (--running === 0) finish();
  };
  await Promise.all(callers.map((caller) => caller.open()));
  tally = new Tally();
  deadlineMs = performance.now() + seconds * 1_000;
  for (const caller of callers) caller.call();
  await finished;
  const result = tally.result();
  for (const caller of callers) caller.close();
  return result;
}

async function reopen(caller: Caller, giveUp: () => void): Promise<void> {
  caller.close();
  try {
    await caller.open();
    caller.call();
  } catch {
    giveUp();
  }
}

async function holdStreams(
  plan: CallPlan,
  streams: number,
  perSecond: number,
): Promise<LoadResult> {
  const tally = new Tally();
  const callers: Caller[] = [];
  let waiting = streams;
  let open = 0;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const onReport = (report: Parameters<Tally['add']>[0]) => {
    tally.add(report);
    if (--waiting === 0) finish();
  };
  const onFirstToken = () => {
    if (++open === streams) send({ kind: 'all-open' } satisfies LoadAnswer);
  };
  while (callers.length < streams) {
    const count = Math.min(OPENED_AT_ONCE, streams - callers.length);
    const next = Array.from({ length: count }, () => new Caller(plan, onReport, onFirstToken));
    await Promise.all(next.map((caller) => caller.open()));
    for (const caller of next) caller.call();
    callers.push(...next);
    await sleep((1_000 * count) / perSecond);
  }
  await finished;
  for (const caller of callers) caller.close();
  return tally.result();
}

async function answer(question: LoadQuestion): Promise<LoadAnswer> {
  if (question.kind === 'measure') {
    const { plan, connections, seconds } = question;
    return { kind: 'measured', result: await measure(plan, connections, seconds) };
  }
  const { plan, streams, perSecond } = question;
  return { kind: 'streams-ended', result: await holdStreams(plan, streams, perSecond) };
}

onMessage((message) => {
  void answer(message as LoadQuestion).then(send);
});

send({ kind: 'ready' } satisfies LoadAnswer);
