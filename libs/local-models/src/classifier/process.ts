/**
 * What runs in a process of `ClassifierProcesses`. The runtime of ONNX is loaded here and nowhere else: its
 * runs block whoever calls them.
 */
import { serveJobs } from '../processes/serve-jobs.js';
import { loadRuntime } from '../runtime.js';
import { UnusableLocalModel } from '../unusable-local-model.js';
import type { ClassifierFacts, ClassifierOrder } from './classifier-processes.js';
import type { FoundSpan } from './found-span.js';
import { readClassifierFiles } from './manifest.js';
import { TokenClassifier } from './token-classifier.js';

await serveJobs<ClassifierFacts, readonly string[], readonly FoundSpan[]>(async (order) => {
  const { folder, kinds, fingerprint } = order as ClassifierOrder;
  const files = readClassifierFiles(folder, new Set(kinds));
  if (fingerprint !== null && files.fingerprint !== fingerprint) {
    throw new UnusableLocalModel(
      'gw-model.json is another one than at the start. Put the old model back, or start the gateway anew.',
    );
  }
  const classifier = await TokenClassifier.open(files, await loadRuntime());
  const found = files.labels.flatMap(({ kind }) => kind ?? []);
  const facts = {
    fingerprint: files.fingerprint,
    kinds: [...new Set(found)],
    license: files.license,
  };
  return { facts, run: (passages) => classifier.classify(passages) };
});
