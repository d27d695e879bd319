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

let logger: JsonLogger;
const aLogger = (level: string) => (logger = new JsonLogger(level));

const lines = () => {
  logger.flush();
  return written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, string>);
};

it('writes one line of JSON for each message, whatever is in it', () => {
  aLogger('info');
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
  aLogger(level);
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
  aLogger('info').error('failed', fault, 'pipeline');
  expect(lines()[0]).toMatchObject({ msg: 'failed', context: 'pipeline' });
  expect(lines()[0]?.['error']).toMatch(/outer[^]*Caused by: [^]*inner/);
});

it('leaves out what the framework tells of its own assembly, but not its faults', () => {
  aLogger('info');
  logger.log('InventedModule dependencies initialized', 'InstanceLoader');
  logger.error('cannot resolve', 'InstanceLoader');
  expect(lines().map((line) => line['level'])).toEqual(['error']);
});

it('writes further members, and all that waits with an error or at the end', () => {
  aLogger('info').log('call', { call: 'c', ms: 5, cost: null }, 'access');
  logger.warn('attempt failed', { status: 500 });
  expect(written).toBe('');
  logger.error('broken');
  expect(lines()).toMatchObject([
    { level: 'info', context: 'access', msg: 'call', call: 'c', ms: 5, cost: null },
    { level: 'warn', msg: 'attempt failed', status: 500 },
    { level: 'error', msg: 'broken' },
  ]);
});

it('writes without being asked, in a moment', async () => {
  aLogger('info').log('soon');
  await expect.poll(() => written).toContain('soon');
});
