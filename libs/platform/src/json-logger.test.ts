import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JsonLogger } from './json-logger.js';

let written: string;
beforeEach(() => {
  written = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => void vi.restoreAllMocks());

const lines = () =>
  written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, string>);

it('writes one line of JSON for each message, whatever is in it', () => {
  const logger = new JsonLogger('info');
  logger.log('two\nlines', 'settings');
  logger.warn('careful');
  expect(lines()).toMatchObject([
    { level: 'info', context: 'settings', msg: 'two\nlines' },
    { level: 'warn', msg: 'careful' },
  ]);
  expect(Date.parse(lines()[0]?.['time'] ?? '')).not.toBeNaN();
});

it.each([
  ['debug', ['debug', 'debug', 'info', 'warn', 'error', 'fatal']],
  ['warn', ['warn', 'error', 'fatal']],
  ['fatal', ['fatal']],
  ['silent', []],
])('writes at level %s what is at least as grave', (level, expected) => {
  const logger = new JsonLogger(level);
  logger.debug('x');
  logger.verbose('x');
  logger.log('x');
  logger.warn('x');
  logger.error('x');
  logger.fatal('x');
  expect(lines().map((line) => line['level'])).toEqual(expected);
});

it('tells the whole chain of causes of what was thrown', () => {
  const fault = new Error('outer', { cause: new Error('inner') });
  new JsonLogger('info').error('failed', fault, 'pipeline');
  expect(lines()[0]).toMatchObject({ msg: 'failed', context: 'pipeline' });
  expect(lines()[0]?.['error']).toMatch(/outer[^]*Caused by: [^]*inner/);
});

it('leaves out what the framework tells of its own assembly, but not its faults', () => {
  const logger = new JsonLogger('info');
  logger.log('InventedModule dependencies initialized', 'InstanceLoader');
  logger.error('cannot resolve', 'InstanceLoader');
  expect(lines().map((line) => line['level'])).toEqual(['error']);
});
