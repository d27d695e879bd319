/**
 * What runs in the thread of `TranslationThread`: bodies and answers are written here while calls go on elsewhere.
 * Nothing of the framework may be imported below this file.
 */
import { parentPort } from 'node:worker_threads';
import { GatewayError, parseJson } from '#kernel';
import { codecs } from '#wire';
import { conversationBodies } from '../conversation-bodies.js';
import type { Translated, Translation } from './translation.js';

function translate(asked: Translation): Translated {
  try {
    return written(asked);
  } catch (error) {
    if (error instanceof GatewayError) {
      const { cause: _kept, ...details } = error.details;
      return { kind: 'refused', key: error.key, details };
    }
    const { name, stack = '' } = error instanceof Error ? error : new Error();
    const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
    return { kind: 'fault', name, frames: frames.join('\n') };
  }
}

function written(asked: Translation): Translated {
  switch (asked.kind) {
    case 'request':
      return { kind: 'bodies', bodies: conversationBodies(asked.order, parseJson(asked.text)) };
    case 'answer': {
      const { protocol, frame, options } = asked;
      const whole = { document: null, edits: [], ...frame };
      return { kind: 'answer', text: codecs[protocol].writeAnswer(whole, options) };
    }
  }
}

parentPort?.on('message', (asked: Translation) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It is no window.
  parentPort?.postMessage(translate(asked));
});
