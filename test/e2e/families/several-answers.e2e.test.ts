import { beforeEach, expect, it } from 'vitest';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

/** Providers that give one answer to a request, and one that gives several. */
const gateway = await startGateway({
  providers: [
    { name: 'claude', family: 'anthropic' },
    { name: 'cohere', family: 'cohere' },
    { name: 'google', family: 'gemini' },
  ],
});
beforeEach(() => gateway.sandbox.clear());

it.each(['claude/echo', 'cohere/echo'])(
  '%s is not asked for several answers, of which it gave one',
  async (model) => {
    const answer = await gateway.chat({ model, n: 2 });
    expectError(answer, 'field_invalid', {
      param: 'n',
      message: /gives one answer to a request/,
    });
    expect(await gateway.sandbox.requests()).toEqual([]);
    expect((await gateway.chat({ model, n: 1 })).status).toBe(200);
  },
);

it('a provider that gives several is asked for them', async () => {
  await gateway.chat({ model: 'google/echo', n: 2 });
  const [sent] = await gateway.sandbox.requests();
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ generationConfig: { candidateCount: 2 } });
});
