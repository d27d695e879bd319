import type { LoggerService } from '@nestjs/common';
import { SystemClock, type Alarm, type Clock } from '#kernel';

const LEVELS = ['debug', 'info', 'warn', 'error', 'fatal'] as const;
type Level = (typeof LEVELS)[number];

/** What the framework tells of its own assembly: forty lines at every start. */
const NOISE: ReadonlySet<string> = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

const FLUSH_MS = 25; // Lines of a busy moment are one write; nobody reads faster.
const FLUSH_CHARACTERS = 64 * 1024;

/**
 * One JSON line for each message on standard output, for a collector to read. No request content
 * ever: what is logged are our own words, ids, and the stacks of our own faults.
 */
export class JsonLogger implements LoggerService {
  private least: number;
  private pending = '';
  private flushing: Alarm | undefined;

  /** @param level the least that is written; `silent` writes nothing */
  constructor(
    level: string,
    private readonly clock: Clock = new SystemClock(),
  ) {
    this.least = leastOf(level);
    process.once('exit', () => this.flush());
  }

  /** From now on. */
  setLevel(level: string): void {
    this.least = leastOf(level);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** What has been said so far is written. */
  flush(): void {
    this.flushing?.cancel();
    this.flushing = undefined;
    const text = this.pending;
    this.pending = '';
    if (text !== '') process.stdout.write(text);
  }

  /** Nest passes the context last, and what was thrown before it; further members as an object. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    if (LEVELS.indexOf(level) < this.least) return;
    const context = rest.findLast((value) => typeof value === 'string' && !value.includes('\n'));
    if (level === 'info' && typeof context === 'string' && NOISE.has(context)) return;
    const fault = rest.find((value) => value instanceof Error);
    const fields = rest.find(isFields);
    const line = {
      time: new Date().toISOString(),
      level,
      context,
      msg: typeof message === 'string' ? message : String(message),
      ...fields,
      ...(fault instanceof Error && { error: describe(fault) }),
    };
    this.pending += `${JSON.stringify(line)}\n`;
    const isUrgent = level === 'error' || level === 'fatal';
    if (isUrgent || this.pending.length > FLUSH_CHARACTERS) this.flush();
    else this.flushing ??= this.clock.after(FLUSH_MS, () => this.flush());
  }
}

function leastOf(level: string): number {
  const index = LEVELS.indexOf(level as Level);
  return index < 0 ? LEVELS.length : index;
}

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Error);

/** The chain of causes, outermost first. */
function describe(fault: Error): string {
  const own = fault.stack ?? fault.message;
  return fault.cause instanceof Error ? `${own}\nCaused by: ${describe(fault.cause)}` : own;
}
