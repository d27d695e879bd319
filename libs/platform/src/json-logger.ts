import type { LoggerService } from '@nestjs/common';

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

/**
 * One JSON line for each message on standard output, for a collector to read. No request content
 * ever: what is logged are our own words, ids, and the stacks of our own faults.
 */
export class JsonLogger implements LoggerService {
  private readonly least: number;

  /** @param level the least that is written; `silent` writes nothing */
  constructor(level: string) {
    const index = LEVELS.indexOf(level as Level);
    this.least = index < 0 ? LEVELS.length : index;
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

  /** Nest passes the context last, and what was thrown before it. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    if (LEVELS.indexOf(level) < this.least) return;
    const context = rest.findLast((value) => typeof value === 'string' && !value.includes('\n'));
    if (level === 'info' && typeof context === 'string' && NOISE.has(context)) return;
    const fault = rest.find((value) => value instanceof Error);
    const line = {
      time: new Date().toISOString(),
      level,
      context,
      msg: typeof message === 'string' ? message : String(message),
      ...(fault instanceof Error && { error: describe(fault) }),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
}

/** The chain of causes, outermost first. */
function describe(fault: Error): string {
  const own = fault.stack ?? fault.message;
  return fault.cause instanceof Error ? `${own}\nCaused by: ${describe(fault.cause)}` : own;
}
