import { expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { boundedEndUser, readEndUser } from './end-user.js';

const read = (body: object, protocol: Parameters<typeof readEndUser>[1]) =>
  readEndUser(parseJson(JSON.stringify(body)).root, protocol);

it('is where each format has it', () => {
  expect(read({ user: 'u' }, 'chat')).toBe('u');
  expect(read({ safety_identifier: 's', user: 'u' }, 'responses')).toBe('s');
  for (const none of [null, '', 7, 'x'.repeat(4_097)]) {
    expect(read({ safety_identifier: none, user: 'u' }, 'chat')).toBe('u');
  }
  expect(read({ metadata: { user_id: 'm' }, user: 'u' }, 'messages')).toBe('m');
  expect(read({ contents: [] }, 'gemini')).toBeNull();
});

it('is nobody where it is no name, or none that a provider would take', () => {
  for (const user of [undefined, null, 7, '', {}, 'x'.repeat(4_097)]) {
    expect(read({ user, metadata: user }, 'chat')).toBeNull();
    expect(read({ metadata: { user_id: user } }, 'messages')).toBeNull();
  }
  expect(boundedEndUser('x'.repeat(4_096))).toHaveLength(4_096);
});
