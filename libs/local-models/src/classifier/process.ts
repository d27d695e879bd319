/**
 * What runs in a process of `ClassifierProcesses`. The runtime of ONNX is loaded here and nowhere else: its
 * runs block whoever calls them.
 */
import { serveJobs } from '../processes/serve-jobs.js';
import { UnusableLocalModel } from '../unusable-local-model.js';
import type { ClassifierFacts, ClassifierOrder } from './classifier-processes.js';
import type { FoundSpan } from './found-span.js';
import { readClassifierFiles } from './manifest.js';
import { TokenClassifier, type Runtime } from './token-classifier.js';

async function loadRuntime(): Promise<Runtime> {
  try {
    return await import('onnxruntime-node');
  } catch {
    throw new UnusableLocalModel(
      `onnxruntime-node cannot be loaded on ${process.platform} ${process.arch}. It needs glibc on Linux, and its folder of this platform in node_modules: run npm ci.`,
    );
  }
}

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
