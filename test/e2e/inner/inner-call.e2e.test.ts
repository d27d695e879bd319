import { beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '#call';
import type { CallId, WorkloadId } from '#kernel';
import { Pipeline } from '#pipeline';
import { DatabaseDirectory } from '#workloads';
import { aDocument, aReceivedCall } from '../../support/a-call.js';
import { aChat, startGateway } from '../../support/gateway.js';

const MAIL = 'jane.doe@example.com';

const gateway = await startGateway({
  workloads: [
    {
      name: 'default',
      budget: { amount: '1', period: 'total' },
      allowed_models: ['sandbox/echo'],
      protection: { mode: 'mask' },
    },
  ],
});
beforeEach(() => gateway.sandbox.clear());

/** A chat call as the gateway itself makes it: by no path, with no key. */
async function make(
  caller: { readonly kind: 'internal' } | { readonly kind: 'member'; readonly memberId: string },
  { parentId = null, model = 'sandbox/echo' }: { parentId?: CallId | null; model?: string } = {},
) {
  const directory = gateway.app.get(DatabaseDirectory);
  const [organisation] = directory.organisations();
  const [row] =
    await gateway.database.app.dataSource.query<{ id: WorkloadId }[]>('SELECT id FROM workload');
  const workload = row && directory.workload(row.id);
  if (!organisation || !workload) throw new Error('There is one of each.');
  const principal: Principal = { ...caller, organisation, workload };
  const messages = [{ role: 'user', content: `Write to ${MAIL}` }];
  const call = {
    ...aReceivedCall({
      receivedAtMs: gateway.clock.nowMs(),
      startedMs: gateway.clock.monotonicMs(),
      pathTemplate: null,
      requestedModel: model,
      body: { kind: 'json', document: aDocument(aChat({ model, messages })) },
    }),
    parentId,
    principal,
  };
  const answer = await gateway.app
    .get(Pipeline)
    .run(call)
    .then(
      ({ body }) => (body.kind === 'json' ? (body.frame.document?.text ?? '') : ''),
      (error: Error) => error,
    );
  return { answer, entry: await gateway.records.entry(call.callId) };
}

async function aParent(): Promise<CallId> {
  const { headers } = await gateway.chat({ model: 'sandbox/echo' });
  return String(headers['request-id']) as CallId;
}

describe('a call that the gateway makes itself', () => {
  it('passes the same pipeline, and its entry names the call that it was made for', async () => {
    const parentId = await aParent();
    const { answer, entry } = await make({ kind: 'internal' }, { parentId });
    expect(answer).toContain('Write to');
    expect(JSON.stringify(await gateway.sandbox.requests())).not.toContain(MAIL);
    expect(entry).toMatchObject({
      type: 'call',
      outcome: 'ok',
      key: null,
      member: null,
      parent: parentId,
      path_template: null,
      dlp: { mode: 'mask', action: 'masked', findings: { email: 1 } },
    });
    expect(await gateway.records.ledger(entry.id)).toEqual([
      { kind: 'settle', nano: BigInt(entry.price?.nano ?? -1) },
    ]);
    const parent = await gateway.records.entry(parentId);
    expect(parent).toMatchObject({ parent: null, workload: entry.workload });
    const [budget] = await gateway.records.counters();
    expect(budget).toMatchObject({
      held: 0n,
      spent: BigInt(entry.price?.nano ?? -1) + BigInt(parent.price?.nano ?? -1),
    });
  });

  it('is refused as any other, on record with its parent', async () => {
    const parentId = await aParent();
    const { answer, entry } = await make(
      { kind: 'internal' },
      { parentId, model: 'sandbox/small' },
    );
    expect(answer).toMatchObject({ key: 'model_not_allowed' });
    expect(entry).toMatchObject({
      type: 'refusal',
      refusal: { code: 'model_not_allowed', stage: 'route' },
      key: null,
      member: null,
      parent: parentId,
    });
  });
});

it('a call that a person makes in the Console has an entry with their id, and no key', async () => {
  const { entry } = await make({ kind: 'member', memberId: 'ann' });
  expect(entry).toMatchObject({ outcome: 'ok', key: null, member: 'ann', parent: null });
});
