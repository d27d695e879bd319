import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { aForm } from '../../support/form.js';
import { startGateway } from '../../support/gateway.js';
import { idOf } from '../../support/http.js';

const gateway = await startGateway();
const JANE = 'jane-4711-of-the-caller';

const model = 'sandbox/sandbox-chat';
const messages = [{ role: 'user', content: 'Hello' }];
const json = (path: string, asked: object) => ({
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(asked),
});

const CALLS = [
  json('/v1/chat/completions', { model, messages, user: JANE }),
  json('/v1/chat/completions', { model, messages, safety_identifier: JANE, stream: true }),
  json('/v1/messages', { model, messages, max_tokens: 5, metadata: { user_id: JANE } }),
  json('/v1/responses', { model, input: 'Hello', safety_identifier: JANE }),
  json('/v1/embeddings', { model: 'sandbox/sandbox-embed', input: 'Hello', user: JANE }),
  {
    path: '/v1/images/edits',
    ...aForm([
      { name: 'model', value: 'sandbox/sandbox-image' },
      { name: 'user', value: JANE },
      { name: 'image', filename: 'a.png', bytes: 4 },
    ]),
  },
  // Refused, and still of this person.
  json('/v1/chat/completions', { model: 'nowhere/none', messages, user: JANE }),
];

it('commits to whom each call is made for, in every format that names one', async () => {
  const values: (string | null)[] = [];
  for (const { path, headers, body } of CALLS) {
    const sending = { headers: { ...gateway.headers(), ...headers }, body };
    const id = idOf(await gateway.send(path, sending));
    const { commit } = await gateway.records.entry(id);
    const salt = await gateway.records.salt(id);
    const expected = createHmac('sha256', salt).update(`end_user\0${JANE}`).digest('base64url');
    expect([path, commit.end_user]).toEqual([path, expected]);
    const [kept] = await gateway.database.app.dataSource.query<{ value: string }[]>(
      `SELECT encode(end_user, 'hex') AS value FROM audit_private WHERE id = $1`,
      [id],
    );
    values.push(kept?.value ?? null);
  }
  expect(new Set(values).size).toBe(1);
  expect(values[0]).toMatch(/^[0-9a-f]{64}$/);
});
