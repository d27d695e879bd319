import type { LoggerService } from '@nestjs/common';

/** Keeps what the gateway would write to its log, for tests that look for what must not be there. */
export class MemoryLogger implements LoggerService {
  readonly lines: string[] = [];

  log(message: unknown, ...rest: unknown[]): void {
    this.add('info', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.add('warn', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.add('error', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.add('debug', message, rest);
  }

  private add(level: string, message: unknown, rest: unknown[]): void {
    this.lines.push([level, ...[message, ...rest].map(describe)].join(' '));
  }
}

function describe(part: unknown): string {
  if (part instanceof Error) return `${part.stack}\n${describe(part.cause)}`;
  return typeof part === 'string' ? part : (JSON.stringify(part) ?? '');
}
