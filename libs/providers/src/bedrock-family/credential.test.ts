import { expect, it } from 'vitest';
import { Secret } from '#kernel';
import { credentialOf } from './credential.js';

const read = (text: string) => credentialOf(new Secret(text));

it('reads what the command line of AWS prints', () => {
  const printed = { Version: 1, AccessKeyId: 'AKIA', SecretAccessKey: 's', SessionToken: 't' };
  const credential = read(` ${JSON.stringify(printed, null, 2)}\n`);
  expect(credential).toMatchObject({
    kind: 'keys',
    keys: { accessKeyId: 'AKIA', secretAccessKey: 's' },
  });
  expect(credential.kind === 'keys' && credential.sessionToken?.reveal()).toBe('t');
});

it('takes anything else for an API key, once', () => {
  const secret = new Secret('bedrock-api-key-abc');
  expect(credentialOf(secret)).toMatchObject({ kind: 'api key', key: secret });
  expect(credentialOf(secret)).toBe(credentialOf(secret));
});

it.each(['{', '{"AccessKeyId":"AKIA"}', '{"AccessKeyId":"AKIA","SecretAccessKey":1}'])(
  'is none where keys are missing: %s',
  (text) => {
    expect(read(text).kind).toBe('none');
    expect(credentialOf(undefined).kind).toBe('none');
  },
);
