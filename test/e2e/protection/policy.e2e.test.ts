import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

const gateway = await startGateway({
  organisation: {
    protection: {
      mode: 'tokenize',
      kinds: [{ name: 'financial', action: 'block' }],
      terms: [{ term: 'Project Heron', kind: 'project' }],
      patterns: [{ name: 'customer', pattern: 'C-[0-9]{6}', words: ['Kunde'] }],
      allowed: ['info@example.org'],
    },
  },
  workloads: [
    { name: 'default' },
    { name: 'masked', protection: { kinds: [{ name: 'email', action: 'mask' }] } },
    {
      name: 'excepted',
      protection: {
        exceptions: [
          {
            kinds: ['contact'],
            reason: 'Support answers customers by name.',
            until: '2099-01-01T00:00:00Z',
          },
          { kinds: ['iban'], reason: 'Was tried for a day.', until: '2026-01-01T00:00:00Z' },
        ],
      },
    },
  ],
});

const block = (name: string) => ({ kinds: [{ name, action: 'block' }] });
const naming = await startGateway({
  organisation: { protection: { mode: 'tokenize', ...block('age') } },
  workloads: [{ name: 'default' }, { name: 'masked', protection: block('vat_id') }],
});

const watching = await startGateway({
  organisation: { protection: { mode: 'block', observe: true } },
});

beforeEach(() => Promise.all([gateway.sandbox.clear(), watching.sandbox.clear()]));

const MAIL = 'canary.bird@example.org';
const IBAN = 'DE89370400440532013000';

const ask = (on: typeof gateway, content: string, workload = 'default') =>
  on.chat({ model: 'sandbox/echo', messages: [{ role: 'user', content }] }, { workload });

async function seenBy(on: typeof gateway): Promise<string> {
  const [request] = await on.sandbox.requests();
  return String(request?.body);
}

describe('what a policy says of single kinds', () => {
  it('is done about them, and the rest as the mode says', async () => {
    const answer = await ask(gateway, `I am ${MAIL}`, 'masked');
    expect(answer.status).toBe(200);
    expect(await seenBy(gateway)).toContain('I am «EMAIL»');
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry.dlp).toMatchObject({
      mode: 'tokenize',
      action: 'masked',
      found: [{ action: 'mask', count: 1, kind: 'email', place: 'messages.user' }],
    });
  });

  it('refuses the call where it says so', async () => {
    const answer = await ask(gateway, `pay ${IBAN}`, 'masked');
    await expectRefusal(gateway, answer, 'protection_blocked', {
      param: 'messages[0].content',
      message: /iban at messages\[0\].content/,
    });
    expect(JSON.stringify(answer)).not.toContain(IBAN);
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry.dlp).toMatchObject({
      mode: 'tokenize',
      action: 'blocked',
      findings: { iban: 1 },
      found: [{ action: 'block', count: 1, kind: 'iban', place: 'messages.user' }],
    });
    expect((await gateway.send('/metrics')).text).toContain(
      'gw_findings_total{kind="iban",action="blocked"} 1\n',
    );
  });

  it('turns an optional kind on by naming it, for all workloads or for one', async () => {
    const text = 'His age: 42 years, VAT ID DE136695976';
    for (const [workload, refused] of [
      ['default', /^Data protection refused the request: age at/],
      ['masked', /^Data protection refused the request: (?:age, vat_id|vat_id, age) at/],
    ] as const) {
      const answer = await ask(naming, text, workload);
      await expectRefusal(naming, answer, 'protection_blocked', {
        param: 'messages[0].content',
        message: refused,
      });
    }
  });

  it('is let be by an exception, and the log says so', async () => {
    const answer = await ask(gateway, `I am ${MAIL}`, 'excepted');
    expect(await seenBy(gateway)).toContain(`I am ${MAIL}`);
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry.dlp).toMatchObject({
      action: 'logged',
      found: [{ action: 'excepted', count: 1, kind: 'email', place: 'messages.user' }],
    });
  });

  it('holds again once the exception has ended', async () => {
    const answer = await ask(gateway, `pay ${IBAN}`, 'excepted');
    await expectRefusal(gateway, answer, 'protection_blocked', {
      param: 'messages[0].content',
      message: /iban at messages\[0\].content/,
    });
  });
});

describe('what an organisation names itself', () => {
  it('goes out as pseudonyms, comes back as it was, and what it allows passes', async () => {
    const content = 'Kunde C-123456 of PROJECT HERON, info@example.org';
    const answer = await ask(gateway, content);
    expect(await seenBy(gateway)).toMatch(
      /Kunde CUSTOMER_[2-9A-Z]{6} of PROJECT_[2-9A-Z]{6}, info@example\.org/,
    );
    expect(answer.text).toContain(content);
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry.dlp?.found).toEqual([
      {
        action: 'tokenize',
        count: 1,
        kind: 'own_pattern',
        place: 'messages.user',
        subtype: 'customer',
      },
      { action: 'tokenize', count: 1, kind: 'own_term', place: 'messages.user' },
    ]);
  });
});

describe('a policy that only observes', () => {
  it('changes nothing, and the log says what it would have done', async () => {
    const content = `I am ${MAIL}, pay ${IBAN}`;
    const answer = await ask(watching, content);
    expect(answer.status).toBe(200);
    expect(await seenBy(watching)).toContain(content);
    const entry = await watching.records.entry(String(answer.headers['request-id']));
    expect(entry.dlp).toMatchObject({
      mode: 'block',
      action: 'logged',
      findings: { email: 1, iban: 1 },
      found: [
        { action: 'would_block', count: 1, kind: 'email', place: 'messages.user' },
        { action: 'would_block', count: 1, kind: 'iban', place: 'messages.user' },
      ],
    });
    expect(JSON.stringify(entry)).not.toContain('canary');
  });
});
