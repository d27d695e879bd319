import { beforeEach, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

const gateway = await startGateway({
  workloads: [{ name: 'default', protection: { mode: 'block' } }],
});
const EMAIL = 'ann.canary@example.org';
const IBAN = 'DE89 3704 0044 0532 0130 00';

beforeEach(() => gateway.sandbox.clear());

const user = (content: unknown) => ({ messages: [{ role: 'user', content }] });

it.each([
  ['messages[0].content', 'email', user(`Write to ${EMAIL}.`)],
  ['messages[0].content', 'iban', user(`Pay to ${IBAN}.`)],
  ['messages[0].content[0].text', 'email', user([{ type: 'text', text: EMAIL }])],
  ['user', 'email', { user: EMAIL }],
  ['metadata.contact', 'email', { metadata: { contact: EMAIL } }],
])(
  'block mode refuses what it finds at %s, naming the place and the kind, never the value',
  async (param, kind, fields) => {
    const answer = await gateway.chat(fields);
    await expectRefusal(gateway, answer, 'protection_blocked', {
      param,
      message: `Data protection refused the request: ${kind} at ${param}. Take it out or, where it can be replaced, name it in gw.remove.`,
    });
    expect(answer.text).not.toMatch(/canary|DE89 ?3704/);
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry.refusal).toMatchObject({ stage: 'inspect' });
    expect(JSON.stringify(entry)).not.toMatch(/canary|DE89 ?3704/);
    expect(gateway.log.lines.join('\n')).not.toMatch(/canary|DE89 ?3704/);
  },
);

it('block mode serves what holds nothing to protect', async () => {
  expect((await gateway.chat(user('Good morning'))).status).toBe(200);
});

it('a term that the caller removes does not block', async () => {
  const answer = await gateway.chat({ ...user(`Write to ${EMAIL}.`), gw: { remove: [EMAIL] } });
  expect(answer.status).toBe(200);
  const [seen] = await gateway.sandbox.requests();
  expect(seen?.body).not.toContain('canary');
});
