/** What runs in a process of `TypedModelProcesses`. */
import { serveJobs } from '../processes/serve-jobs.js';
import { UnusableLocalModel } from '../unusable-local-model.js';
import type { TypedModel } from './jobs.js';
import { readCheckedModel } from './manifest/manifest.js';
import { openModel } from './open-model.js';
import type { Timed, TypedFacts, TypedOrder } from './typed-model-processes.js';

await serveJobs<TypedFacts, unknown, Timed<unknown>>(async (order) => {
  const { folder, kind, pinned, threads, fingerprint } = order as TypedOrder;
  const checked = readCheckedModel(folder, kind, pinned);
  if (fingerprint !== null && checked.fingerprint !== fingerprint) {
    throw new UnusableLocalModel(
      'The manifest is another one than at the start. Put the old model back, or start the gateway anew.',
    );
  }
  // Jobs come from who asked for this kind of model.
  const model = (await openModel(checked, threads)) as TypedModel<unknown, unknown>;
  const { name, version, license, revision, adapter } = checked;
  const rowsMax = 'rowsMax' in adapter ? adapter.rowsMax : null;
  const facts = { name, version, license, revision, rowsMax, fingerprint: checked.fingerprint };
  const run = async (job: unknown): Promise<Timed<unknown>> => {
    const since = performance.now();
    return { result: await model.read(job), tookMs: performance.now() - since };
  };
  return { facts, run };
});
