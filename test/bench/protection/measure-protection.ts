import { fileURLToPath } from 'node:url';
import type { Options } from '../plan.js';
import { Child } from '../process/child.js';
import { TARGET_CORE } from '../process/pinning.js';
import type { Progress } from '../report/progress.js';
import { buildsOf } from '../targets/start-targets.js';
import type { Gateway } from '../targets/gateway.js';
import type { ConversationResult, ScanAnswer, ScanQuestion, ScanResult } from './protocol.js';
import { SORTS, type Sort } from './texts.js';

const TIMEOUT_MS = 120_000; // An earlier build takes seconds for some texts.
/** Rounds whose figures nobody keeps: the engine is still compiling. */
const WARM_UP_ROUNDS = 3;
/** A scan takes milliseconds, so there is time for more rounds than calls have. */
const ROUNDS_TIMES = 5;

const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url));

export interface Scanned extends ScanResult {
  readonly subject: Gateway['name'];
  readonly sort: Sort;
  readonly hasNames: boolean;
}

export interface Conversed extends ConversationResult {
  readonly subject: Gateway['name'];
}

/** What data protection costs by itself, of each build. */
export interface ProtectionMeasurements {
  readonly scans: readonly Scanned[];
  readonly conversations: readonly Conversed[];
}

/** All texts with all builds in turns, round after round, so that whatever the machine does hits all alike. */
export async function measureProtection(
  options: Options,
  progress: Progress,
): Promise<ProtectionMeasurements> {
  const scanners: Scanner[] = [];
  try {
    for (const { name, folder } of buildsOf(options)) {
      scanners.push(await Scanner.start(name, folder));
    }
    const scans: Scanned[] = [];
    const conversations: Conversed[] = [];
    const warmUp = options.isSmoke ? 0 : WARM_UP_ROUNDS;
    const rounds = options.isSmoke ? 1 : options.rounds * ROUNDS_TIMES;
    for (let round = 1; round <= warmUp + rounds; round++) {
      progress.say(
        `data protection · ${round <= warmUp ? 'warming up' : `round ${round - warmUp}`}`,
      );
      for (const scanner of scanners) {
        const some = await scanner.scanAll();
        const conversed = await scanner.converse();
        if (round <= warmUp) continue;
        scans.push(...some);
        conversations.push(conversed);
      }
    }
    return { scans, conversations };
  } finally {
    await Promise.all(scanners.map((scanner) => scanner.stop()));
  }
}

/** A build in a process of its own. */
class Scanner {
  private readonly name: Gateway['name'];
  private readonly child: Child;

  private constructor(name: Gateway['name'], child: Child) {
    this.name = name;
    this.child = child;
  }

  static async start(name: Gateway['name'], folder: string): Promise<Scanner> {
    const file = new URL('./scanner.ts', import.meta.url);
    const child = Child.startOwn(`The scanner (${name})`, file, TARGET_CORE, [folder, CHECKOUT]);
    await child.receive<ScanAnswer, 'ready'>('ready', TIMEOUT_MS);
    return new Scanner(name, child);
  }

  async scanAll(): Promise<Scanned[]> {
    const scanned: Scanned[] = [];
    for (const sort of SORTS) {
      for (const hasNames of [false, true]) {
        const { result } = await this.ask('scanned', { kind: 'scan', sort, hasNames });
        scanned.push({ subject: this.name, sort, hasNames, ...result });
      }
    }
    return scanned;
  }

  async converse(): Promise<Conversed> {
    const { result } = await this.ask('conversed', { kind: 'conversation' });
    return { subject: this.name, ...result };
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }

  private ask<Kind extends ScanAnswer['kind']>(kind: Kind, question: ScanQuestion) {
    const answer = this.child.receive<ScanAnswer, Kind>(kind, TIMEOUT_MS);
    this.child.send(question);
    return answer;
  }
}
