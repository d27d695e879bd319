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

  private add(level: string, message: unknown, rest: unknown[]): void {
    const all = [message, ...rest].map((part) =>
      part instanceof Error ? `${part.stack}\n${String(part.cause ?? '')}` : String(part),
    );
    this.lines.push(`${level} ${all.join(' ')}`);
  }
}
