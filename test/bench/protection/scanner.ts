/**
 * Data protection of one build, in a process of its own: `node scanner.ts <folder of the build>
 * <folder of the texts>`. Scans what the harness names and tells what it took.
 */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type * as Kernel from '#kernel';
import type * as InspectTexts from '../../../libs/dlp/src/inspect/inspect-texts.js';
import type * as Policies from '../../../libs/dlp/src/policy.js';
import type * as ScanCaches from '../../../libs/dlp/src/scan/scan-cache.js';
import type * as ScanTexts from '../../../libs/dlp/src/scan/scan-text.js';
import { onMessage, send } from '../process/messages.js';
import type { ConversationResult, ScanAnswer, ScanQuestion, ScanResult } from './protocol.js';
import { textsOf, turnsOf } from './texts.js';

const CHARS = 1_048_576;
const TURNS = 200;
const KEY_BYTES = 32;

const [build = '', checkout = ''] = process.argv.slice(2);
const load = <Module>(...path: string[]): Promise<Module> =>
  import(pathToFileURL(join(build, 'dist', 'libs', ...path)).href) as Promise<Module>;

const { Cancellation, HmacSha256, runAtOnce, runInSlices } = await load<typeof Kernel>(
  'kernel',
  'src',
  'index.js',
);
const dlp = ['dlp', 'src'];
const { scanText } = await load<typeof ScanTexts>(...dlp, 'scan', 'scan-text.js');
const { ScanCache } = await load<typeof ScanCaches>(...dlp, 'scan', 'scan-cache.js');
const { inspectTexts } = await load<typeof InspectTexts>(...dlp, 'inspect', 'inspect-texts.js');
const { activePolicy } = await load<typeof Policies>(...dlp, 'policy.js');

const texts = textsOf(checkout, CHARS);
const turns = turnsOf(TURNS + 1);

async function scan(question: Extract<ScanQuestion, { kind: 'scan' }>): Promise<ScanResult> {
  const search = { terms: null, withoutNames: !question.hasNames };
  const watch = new LoopWatch();
  const before = process.cpuUsage();
  await runInSlices(scanText(texts[question.sort], search), new Cancellation());
  return { cpuMs: since(before), heldMs: watch.end() };
}

function converse(): ConversationResult {
  const cache = new ScanCache(Buffer.alloc(KEY_BYTES, 1));
  const read = (some: readonly string[], scans: InstanceType<typeof ScanCache>): number => {
    const before = process.cpuUsage();
    runAtOnce(
      inspectTexts({
        texts: some.map((text) => ({ text, isFixed: false })),
        terms: null,
        own: null,
        policy: POLICY,
        cleansDocuments: false,
        restoreHosts: [],
        unscannable: UNSCANNABLE,
        known: null,
        scan: (text, search) => scans.scan('bench', text, search),
        key: () => new HmacSha256(Buffer.alloc(KEY_BYTES, 2)),
        pathOf: String,
        placeOf: String,
      }),
    );
    return since(before);
  };
  const firstMs = read(turns.slice(0, TURNS), cache);
  const againMs = read(turns, cache);
  const newestMs = read(turns.slice(-1), new ScanCache(Buffer.alloc(KEY_BYTES, 1)));
  return { firstMs, againMs, newestMs };
}

const UNSCANNABLE = { image: 'mark', audio: 'mark', document: 'mark', upload: 'mark' } as const;
/** What a gateway has for which nothing was set but the mode. */
const POLICY = activePolicy(
  {
    mode: 'tokenize',
    scoreMin: 0.5,
    rules: new Map(),
    isObserving: false,
    exceptions: [],
    terms: [],
    patterns: [],
    allowed: [],
    unscannable: UNSCANNABLE,
    answers: 'off',
    injection: 'off',
    cleansDocuments: false,
    restoreHosts: [],
    pseudonymScope: 'workload',
  },
  Date.now(),
);

/** Milliseconds of CPU time of this process. */
function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Takes each turn of the event loop that it can get, and keeps how long it waited at most. */
class LoopWatch {
  private longestMs = 0;
  private lastMs = performance.now();
  private isOver = false;

  constructor() {
    setImmediate(() => this.turn());
  }

  end(): number {
    this.isOver = true;
    return this.longestMs;
  }

  private turn(): void {
    const nowMs = performance.now();
    this.longestMs = Math.max(this.longestMs, nowMs - this.lastMs);
    this.lastMs = nowMs;
    if (!this.isOver) setImmediate(() => this.turn());
  }
}

async function answer(question: ScanQuestion): Promise<ScanAnswer> {
  if (question.kind === 'conversation') return { kind: 'conversed', result: converse() };
  return { kind: 'scanned', result: await scan(question) };
}

onMessage((message) => {
  void answer(message as ScanQuestion).then(send);
});

send({ kind: 'ready' } satisfies ScanAnswer);
