import { UnusableLocalModel } from '../unusable-local-model.js';
import type { ProcessMessage } from './process-message.js';

interface Opened<Facts, Job, Result> {
  readonly facts: Facts;
  readonly run: (job: Job) => Promise<Result>;
}

/**
 * The other side of a `ModelProcess`: opens the model, then does the jobs that come. It lives as long as who
 * started it, and no longer.
 * @param open loads the model by what the process was started with, and tries it; throws `UnusableLocalModel`
 */
export async function serveJobs<Facts, Job, Result>(
  open: (order: unknown) => Promise<Opened<Facts, Job, Result>>,
): Promise<void> {
  const tell = (message: ProcessMessage<Facts, Result>): void => void process.send?.(message);
  process.on('disconnect', () => process.exit());
  // A terminal sends its signals to all processes at once; the gateway still serves its open calls then.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  try {
    const { facts, run } = await open(JSON.parse(process.argv[2] ?? 'null'));
    process.on('message', (job: Job) => {
      run(job).then(
        (result) => tell({ kind: 'done', result }),
        () => tell({ kind: 'failed' }),
      );
    });
    tell({ kind: 'ready', facts });
  } catch (fault) {
    const message = fault instanceof UnusableLocalModel ? fault.message : 'its process failed';
    tell({ kind: 'unusable', message });
  }
}
