import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { UnusableLocalModel } from './unusable-local-model.js';

/** As much of the runtime of ONNX as is used. It is handed in: only a process of its own may load it. */
export interface Runtime {
  readonly InferenceSession: typeof InferenceSession;
  readonly Tensor: typeof Tensor;
}

/** @throws UnusableLocalModel */
export async function loadRuntime(): Promise<Runtime> {
  try {
    return await import('onnxruntime-node');
  } catch {
    throw new UnusableLocalModel(
      `onnxruntime-node cannot be loaded on ${process.platform} ${process.arch}. It needs glibc on Linux, and its folder of this platform in node_modules: run npm ci.`,
    );
  }
}

/** @param threads that a run takes, each on a core */
export const sessionOptions = (threads: number): InferenceSession.SessionOptions => ({
  executionProviders: ['cpu'],
  executionMode: 'sequential',
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  enableMemPattern: false, // Lengths differ from run to run.
  logSeverityLevel: 4,
});
