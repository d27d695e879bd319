import { describe, expect, it } from 'vitest';
import { commandFault, commandIn, readToolCommands } from './tool-commands.js';

describe('programs that may serve tools', () => {
  it('are named, with what they are started by and given', () => {
    const text =
      '{"files":{"command":["npx","server","/srv"],"env":{"LOG":"off"}},"a":{"command":["b"]}}';
    const commands = readToolCommands(text);
    expect([...(commands ?? [])]).toEqual([
      ['files', { command: ['npx', 'server', '/srv'], env: { LOG: 'off' } }],
      ['a', { command: ['b'], env: {} }],
    ]);
    expect(readToolCommands('{}')?.size).toBe(0);
    const variables = {
      PATH: '/bin',
      HOME: '/home/gateway',
      GW_MASTER_KEY: 'secret',
      TZ: undefined,
    };
    const own = readToolCommands('{"a":{"command":["b"],"env":{"HOME":"/srv"}}}', variables);
    expect(own?.get('a')?.env).toEqual({ PATH: '/bin', HOME: '/srv' });
  });

  it.each([
    'files=npx',
    '[]',
    'null',
    '{"files":{}}',
    '{"files":["npx"]}',
    '{"files":{"command":[]}}',
    '{"files":{"command":[""]}}',
    '{"files":{"command":"npx server"}}',
    '{"files":{"command":["npx",1]}}',
    '{"files":{"command":["a\\u0000b"]}}',
    '{"files":{"command":["npx"],"env":{"A":1}}}',
    '{"files":{"command":["npx"],"env":["A=1"]}}',
    '{"files":{"command":["npx"],"env":{"A B":"1"}}}',
    '{"files":{"command":["npx"],"cwd":"/"}}',
    '{"../files":{"command":["npx"]}}',
  ])('are nothing else: %s', (text) => {
    expect(readToolCommands(text)).toBeUndefined();
  });

  it('are meant by their name alone', () => {
    const allowed = readToolCommands('{"files":{"command":["npx"]}}') ?? new Map();
    expect(commandIn('stdio:files')).toBe('files');
    expect(commandFault('stdio:files', allowed)).toBeUndefined();
    for (const address of [
      'stdio:/bin/sh',
      'stdio:',
      'stdio:Files',
      'stdio://files',
      'https://files',
    ]) {
      expect(commandIn(address), address).toBeUndefined();
      expect(commandFault(address, allowed), address).toMatch(/allows no command/);
    }
    expect(commandFault('stdio:other', allowed)).toMatch(/allows no command/);
  });
});
