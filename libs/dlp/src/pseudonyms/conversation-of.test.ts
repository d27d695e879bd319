import { describe, expect, it } from 'vitest';
import type { PseudonymScope, ReceivedCall } from '#call';
import {
  aDocument,
  anOrganisation,
  aProtection,
  aReceivedCall,
  aWorkload,
} from '../../../../test/support/a-call.js';
import { anInterceptor, outgoing } from '../testing/a-call.js';

const MAIL = 'jane.doe@example.com';
const WORKLOADS = [aWorkload(), aWorkload()];
const ORGANISATION = anOrganisation();
const CHAT = { model: 'acme/m', messages: [{ role: 'user', content: `Write to ${MAIL}` }] };

/** What a replica of the gateway sends in the place of the address. */
async function wordOf(
  more: object,
  scope: PseudonymScope = 'conversation',
  workload = WORKLOADS[0],
  change: Partial<ReceivedCall> = {},
): Promise<string> {
  const protection = { ...aProtection('tokenize'), pseudonymScope: scope };
  const { call } = await anInterceptor().enter(
    aReceivedCall({
      organisation: ORGANISATION,
      workload: { ...(workload as (typeof WORKLOADS)[number]), protection },
      body: { kind: 'json', document: aDocument({ ...CHAT, ...more }) },
      ...change,
    }),
  );
  const [word = ''] = /EMAIL_\w{6}/.exec(outgoing(call)) ?? [];
  expect(word).not.toBe('');
  return word;
}

const inMetadata = (conversation_id: string) => ({ metadata: { conversation_id } });

describe('a value in the conversations of a workload', () => {
  it.each([
    ['metadata', inMetadata('c1'), inMetadata('c2')],
    ['the id that a provider keeps it by', { conversation: 'c1' }, { conversation: 'c2' }],
    ['an object with that', { conversation: { id: 'c1' } }, { conversation: { id: 'c2' } }],
  ])(
    'has one word in each, on every replica, and another one in the next: %s',
    async (_, one, two) => {
      const word = await wordOf(one);
      expect(await wordOf({ ...one, temperature: 1 })).toBe(word);
      expect(await wordOf(two)).not.toBe(word);
      expect(await wordOf(one, 'conversation', WORKLOADS[1])).not.toBe(word);
    },
  );

  it('has one word in all of them where the workload is the scope, or nobody names a conversation', async () => {
    const word = await wordOf({}, 'workload');
    expect(await wordOf(inMetadata('c1'), 'workload')).toBe(word);
    for (const none of [{}, inMetadata(''), { metadata: {} }, { previous_response_id: 'r1' }]) {
      expect(await wordOf(none)).toBe(word);
    }
  });
});
