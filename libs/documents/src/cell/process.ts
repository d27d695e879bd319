/** What runs in a process of `Cell`: takes a job at a time, and knows nothing but the documents of it. */
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { DocumentFault } from '../document-fault.js';
import { endStep, newBudget, startStep } from './budget.js';
import { Channel } from './channel.js';
import { findFacts } from './facts.js';
import type { CellOrder, CellReport } from './messages.js';
import { goOffline } from './offline.js';
import { sweep } from './sweep.js';
import type { Task } from './task.js';
import { tasks } from './tasks.js';

type Job = Extract<CellOrder, { readonly kind: 'job' }>;

const CHANNEL_FD = 3; // Behind the three that every process has, as the launcher has it.

const budget = newBudget();
const gateway = new Channel(new Socket({ fd: CHANNEL_FD }), {
  onMessage: (order) => take(order as CellOrder),
  onClosed: () => process.exit(),
});
const tell = (report: CellReport): Promise<void> => gateway.send(report);

async function work(job: Job, documents: readonly Uint8Array[]): Promise<void> {
  // By the name that the typed door of `Cell` was called with.
  const task = tasks[job.task as keyof typeof tasks] as Task<unknown, unknown, unknown>;
  let report: CellReport;
  try {
    const result = await task(documents, job.options, {
      step: async (step) => {
        await tell({ kind: 'step', step });
        await sweep();
        startStep(budget, step);
      },
      tell: (part) => tell({ kind: 'part', part }),
    });
    await sweep();
    report = { kind: 'done', result, rssBytes: process.memoryUsage.rss() };
  } catch (fault) {
    const known = fault instanceof DocumentFault ? fault : undefined;
    const key = known?.key ?? 'document_unreadable';
    report = { kind: 'failed', key, told: known?.told, rssBytes: process.memoryUsage.rss() };
  }
  endStep(budget);
  await tell(report);
}

/** The job that is on its way in, and what has come of its documents. */
let arriving: { readonly job: Job; readonly documents: Uint8Array[]; filled: number } | undefined;

function take(order: CellOrder): void {
  if (order.kind === 'begin') {
    void facts.then((known) => tell({ kind: 'ready', facts: known }));
  } else if (order.kind === 'job') {
    const documents = order.byteCounts.map((bytes) => new Uint8Array(bytes));
    arriving = { job: order, documents, filled: 0 };
  } else if (arriving) {
    fill(arriving, order.bytes);
  }
  if (!arriving) return;
  const { job, documents, filled } = arriving;
  if (filled < job.byteCounts.reduce((sum, bytes) => sum + bytes, 0)) return;
  arriving = undefined;
  void work(job, documents);
}

/** Chunks never span two documents. */
function fill(into: NonNullable<typeof arriving>, bytes: Uint8Array): void {
  let start = into.filled;
  for (const document of into.documents) {
    if (start < document.length) {
      document.set(bytes, start);
      break;
    }
    start -= document.length;
  }
  into.filled += bytes.length;
}

// A terminal sends its signals to all processes at once; the gateway still serves its open calls then.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
new Worker(new URL('./watchdog.js', import.meta.url), { workerData: { cells: budget } }).unref();
goOffline();
const facts = findFacts();
