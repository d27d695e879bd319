import { expect, it, onTestFinished, vi } from 'vitest';
import { JsonLogger } from './json-logger.js';
import { switchLevelOnSignal } from './level-switch.js';

it('a signal has all lines written, and the next one those of before', () => {
  let written = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
    process.removeAllListeners('SIGUSR2');
  });
  const logger = new JsonLogger('warn');
  const others: string[] = [];
  switchLevelOnSignal(logger, 'warn', (signal) => others.push(signal));
  const said = () => {
    written = '';
    logger.debug('fine');
    logger.warn('grave');
    logger.flush();
    return ['fine', 'grave'].filter((word) => written.includes(word));
  };
  expect(said()).toEqual(['grave']);
  process.emit('SIGUSR2');
  expect(said()).toEqual(['fine', 'grave']);
  process.emit('SIGUSR2');
  logger.flush();
  expect(written).toContain('"log_level":"warn"');
  expect(said()).toEqual(['grave']);
  expect(others).toEqual(['SIGUSR2', 'SIGUSR2']);
});
