import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { Cancellation, SystemClock, type Clock } from '#kernel';
import { aClassifier, slowedBy } from '../../../../test/support/onnx/a-classifier.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import type { OnnxGraph } from '../../../../test/support/onnx/write-onnx.js';
import { JOBS_MAX } from '../limits.js';
import { ClassifierProcesses } from './classifier-processes.js';

const NEVER = new Cancellation();
const KINDS = ['person_name', 'location'];

function processesOf(
  folder: string,
  {
    clock = new SystemClock(),
    processesMax = 1,
  }: { readonly clock?: Clock; readonly processesMax?: number } = {},
) {
  const processes = new ClassifierProcesses({ folder, kinds: KINDS, processesMax, clock });
  onTestFinished(() => processes.stop());
  return processes;
}

/** The processes that are started from here on, in their order. */
function startedProcesses(): ChildProcess[] {
  const started: ChildProcess[] = [];
  const note = (message: unknown) =>
    void started.push((message as { readonly process: ChildProcess }).process);
  subscribe('child_process', note);
  onTestFinished(() => void unsubscribe('child_process', note));
  return started;
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  const gone = once(child as ChildProcess, 'exit');
  child?.kill('SIGKILL');
  await gone;
}

const found = async (processes: ClassifierProcesses, ...texts: string[]) =>
  (await processes.find(texts, NEVER))?.map(
    ({ passage, kind, start, end }) => `${kind}: ${texts[passage]?.slice(start, end)}`,
  );

it('finds what the model marks, by the first piece of each word, without what its labels map to nowhere', async () => {
  const processes = processesOf(aClassifier());
  const { license, fingerprint } = await processes.start();
  expect(license).toBe('CC0-1.0');
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(
    await found(
      processes,
      'The zorblax quintor, is here.',
      'A gadget',
      'quintor. velmont, velmont',
    ),
  ).toEqual([
    'person_name: zorblax quintor',
    'person_name: quintor', // An `I` that follows nothing begins a name.
    'location: velmont',
    'location: velmont',
  ]);
});

it('finds names wherever a window is cut, and takes no word of a text for a special token', async () => {
  const processes = processesOf(aClassifier());
  await processes.start();
  const texts = Array.from(
    { length: 60 },
    (_, words) => `${'is '.repeat(words)}zorblax quintor ${'here '.repeat(60 - words)}`,
  );
  expect(await found(processes, ...texts)).toEqual(texts.map(() => 'person_name: zorblax quintor'));
  expect(await found(processes, '[SEP] zorblax [CLS] quintor [PAD]')).toEqual([
    'person_name: zorblax',
    'person_name: quintor',
  ]);
});

it('is told at once that nobody reads while its process is dead, and is served again by a new one with the same model', async () => {
  const clock = new FakeClock();
  const started = startedProcesses();
  const folder = aClassifier();
  const manifest = join(folder, 'gw-model.json');
  const processes = processesOf(folder, { clock });
  await processes.start();
  const running = found(processes, 'zorblax');
  await kill(started[0]);
  expect(await running).toBeUndefined();
  expect(await found(processes, 'zorblax')).toBeUndefined();
  appendFileSync(manifest, ' ');
  clock.advance(1_000);
  expect(await found(processes, 'zorblax')).toBeUndefined(); // Another model than it began with.
  writeFileSync(manifest, readFileSync(manifest, 'utf8').trim());
  clock.advance(2_000);
  expect(await found(processes, 'zorblax')).toEqual(['person_name: zorblax']);
  expect(started).toHaveLength(3);
});

it('lets a job that waits be taken back, and starts a further process for one that waits', async () => {
  const started = startedProcesses();
  const processes = processesOf(aClassifier({ graph: slowedBy(4) }), { processesMax: 2 });
  await processes.start();
  const ended = new Cancellation();
  const first = found(processes, 'zorblax');
  const second = processes.find(['zorblax'], ended);
  const third = found(processes, 'velmont');
  ended.cancel(new Error('gone'));
  expect(await second).toBeNull();
  expect(await first).toEqual(['person_name: zorblax']);
  expect(await third).toEqual(['location: velmont']);
  expect(started).toHaveLength(2);
  expect(await processes.find(['zorblax'], ended)).toBeNull();
});

it('turns a job away at once when too many wait', async () => {
  const processes = processesOf(aClassifier({ graph: slowedBy(4) }));
  await processes.start();
  const ended = new Cancellation();
  const running = processes.find(['zorblax'], ended);
  const waiting = Array.from({ length: JOBS_MAX }, () => processes.find(['zorblax'], ended));
  expect(await found(processes, 'zorblax')).toBeUndefined();
  ended.cancel(new Error('gone'));
  expect(await Promise.all([running, ...waiting])).toEqual(Array(JOBS_MAX + 1).fill(null));
  expect(await found(processes, 'zorblax')).toEqual(['person_name: zorblax']);
});

it('makes nothing of a job whose logits are no numbers, and goes on', async () => {
  const ofPeriods = ({ tensors, ...graph }: OnnxGraph): OnnxGraph => ({
    ...graph,
    tensors: tensors.map((tensor) => {
      const values = Float32Array.from(tensor.values as Float32Array);
      values[values.length - (tensor.dims[1] as number) - 1] = NaN; // The last row but one.
      return { ...tensor, values };
    }),
  });
  const started = startedProcesses();
  const processes = processesOf(aClassifier({ graph: ofPeriods }));
  await processes.start();
  expect(await found(processes, 'zorblax.')).toBeUndefined();
  expect(await found(processes, 'zorblax')).toEqual(['person_name: zorblax']);
  expect(started).toHaveLength(1);
});

it('lets the event loop have its turns while it reads', async () => {
  const processes = processesOf(aClassifier({ graph: slowedBy(4) }));
  await processes.start();
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await found(processes, 'zorblax');
  isOver = true;
  expect(turns).toBeGreaterThan(100);
});

it('ends a process that does not end its job', async () => {
  const clock = new FakeClock();
  const processes = processesOf(aClassifier({ graph: slowedBy(8) }), { clock });
  await processes.start();
  const read = found(processes, 'zorblax');
  clock.advance(10_000);
  expect(await read).toBeUndefined();
});
