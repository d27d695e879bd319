import type { JsonLogger } from './json-logger.js';

const SIGNAL = 'SIGUSR2'; // Node keeps the other one for its debugger.

/**
 * The signal has every line written, `debug` included; the next one, those of the configured level again. A signal, and no
 * setting: it is wanted most while the database is away, nothing that passes depends on it, and whoever may send it runs the process.
 *
 * @param tellOthers hears of it, for processes that this one has started
 */
export function switchLevelOnSignal(
  logger: JsonLogger,
  configured: string,
  tellOthers: (signal: typeof SIGNAL) => void = () => undefined,
): void {
  let isOpen = false;
  process.on(SIGNAL, () => {
    isOpen = !isOpen;
    const level = isOpen ? 'debug' : configured;
    logger.setLevel('info'); // Of the change itself, whatever is written else.
    logger.log('the level of the log is another one', { log_level: level }, 'log');
    logger.setLevel(level);
    tellOthers(SIGNAL);
  });
}
