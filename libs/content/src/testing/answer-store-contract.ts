import { expect, it } from 'vitest';
import { SystemClock, type OrganisationId, type WorkloadId } from '#kernel';
import type { Database } from '#platform';
import type { CacheKeys } from '../cache/cache-keys.js';
import { placeOf, type CachePlace } from '../cache/cache-place.js';
import type { AnswerStore, CacheKeeper, SealedAnswer } from '../cache/store/answer-store.js';

export interface AnswersUnderTest {
  readonly store: AnswerStore;
  /** Of another replica, which learns of what this one does from the outside alone. */
  readonly other: AnswerStore;
  readonly keys: CacheKeys;
  readonly database: Database;
  /** Sets the clock of both replicas on, by which no answer expires. */
  skip(ms: number): void;
  newOrganisation(): Promise<OrganisationId>;
  newWorkload(organisationId: OrganisationId): Promise<WorkloadId>;
  /** As the database or the server would have it, which nobody but a test may look at. */
  countOf(organisationId: OrganisationId): Promise<number>;
}

const OTHER_WORKLOAD = '00000000-0000-7000-8000-00000000000b' as WorkloadId;
const HOUR_MS = 3_600_000;
/** Longer than anything may be found that is gone. */
const LAG_MS = 2_000;

const clock = new SystemClock();
let calls = 0;
const newCallId = (): string => `00000000-0000-7000-9000-${String(++calls).padStart(12, '0')}`;

const anAnswer = (of: Partial<SealedAnswer> = {}): SealedAnswer => ({
  callId: newCallId(),
  sealed: Buffer.from([0, 1, 2, 250, 251, 255, 13, 10]),
  storedAtMs: clock.nowMs(),
  expiresAtMs: clock.nowMs() + HOUR_MS,
  ...of,
});

const keeperOf = (
  organisationId: OrganisationId,
  of: Partial<CacheKeeper> = {},
): readonly CacheKeeper[] => {
  const nowMs = clock.nowMs();
  return [{ organisationId, hasNoCache: false, nowMs, keptSinceMs: nowMs - HOUR_MS, ...of }];
};

/** What the cache relies on, wherever answers lie. Each test has an organisation of its own. */
export function answerStoreContract(under: () => AnswersUnderTest): void {
  const placeIn = async (
    organisationId: OrganisationId,
    request = 'a',
    scopeId: WorkloadId | OrganisationId = organisationId,
  ): Promise<CachePlace> =>
    placeOf({ organisationId, scopeId }, await under().keys.of(organisationId), request);
  const kindIn = async (place: CachePlace, store = under().store) => (await store.find(place)).kind;
  /** An organisation with as many answers, and where they are. */
  const withAnswers = async (...requests: readonly string[]) => {
    const organisationId = await under().newOrganisation();
    const places: CachePlace[] = [];
    for (const request of requests) {
      places.push(await placeIn(organisationId, request));
      await under().store.put(places.at(-1) as CachePlace, anAnswer());
    }
    return { organisationId, places, place: places[0] as CachePlace };
  };
  const purge = (organisationId: OrganisationId) =>
    under().database.transaction(async (tx) => {
      const before = await under().keys.rotate(tx, organisationId);
      return before && under().store.purge(tx, organisationId, before);
    });

  it('gives back the bytes that were put, here and elsewhere, and the newest of them', async () => {
    const { store, other } = under();
    const place = await placeIn(await under().newOrganisation());
    expect(await kindIn(place)).toBe('nothing');
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256));
    await store.put(place, anAnswer());
    await store.put(place, anAnswer({ sealed: bytes }));
    for (const one of [store, other]) {
      const found = await one.find(place);
      expect(found.kind === 'found' && found.sealed.equals(bytes)).toBe(true);
    }
    expect(await store.sizeOf(place.organisationId)).toEqual({ entries: 1, bytes: bytes.length });
  });

  it('gives nothing to another request, scope or organisation', async () => {
    const { organisationId, place } = await withAnswers('a');
    expect(await kindIn(place)).toBe('found');
    const elsewhere = await under().newOrganisation();
    for (const one of [
      await placeIn(organisationId, 'b'),
      await placeIn(organisationId, 'a', OTHER_WORKLOAD),
      await placeIn(elsewhere, 'a'),
      { ...place, organisationId: elsewhere },
    ]) {
      expect(await kindIn(one)).not.toBe('found');
    }
  });

  it('finds nothing after a purge, also what was on its way, and keeps what is put then', async () => {
    const { organisationId, place } = await withAnswers('a', 'b');
    expect(await kindIn(place, under().other)).toBe('found');
    expect(await purge(organisationId)).toBe(2);
    under().skip(LAG_MS);
    await under().store.put(place, anAnswer());
    for (const one of [under().store, under().other])
      expect(await kindIn(place, one)).toBe('purged');
    const now = await placeIn(organisationId);
    expect(await kindIn(now)).toBe('nothing');
    await under().store.put(now, anAnswer());
    expect(await kindIn(now)).toBe('found');
    await under().store.sweep(keeperOf(organisationId));
    await expect.poll(() => under().countOf(organisationId)).toBe(1);
    expect(await kindIn(now)).toBe('found');
  });

  it('sweeps what is too old, and all where there is no cache any more', async () => {
    const { organisationId, place, places } = await withAnswers('a', 'b', 'c');
    const [, old] = places as [CachePlace, CachePlace];
    await under().store.put(old, anAnswer({ storedAtMs: clock.nowMs() - 2 * HOUR_MS }));
    await under().store.sweep(keeperOf(organisationId));
    expect(await Promise.all(places.map((one) => kindIn(one)))).toEqual([
      'found',
      'nothing',
      'found',
    ]);
    expect((await under().store.sizeOf(organisationId)).entries).toBe(2);
    await under().store.sweep(keeperOf(organisationId, { hasNoCache: true }));
    expect(await kindIn(place)).toBe('nothing');
    expect(await under().countOf(organisationId)).toBe(0);
    expect(await under().store.sizeOf(organisationId)).toEqual({ entries: 0, bytes: 0 });
  });

  it('sweeps what belongs to a workload that is gone, and to no other', async () => {
    const { organisationId, place } = await withAnswers('a');
    const workloads = [
      await under().newWorkload(organisationId),
      await under().newWorkload(organisationId),
    ];
    const [gone, left] = (await Promise.all(
      workloads.map((id) => placeIn(organisationId, 'a', id)),
    )) as [CachePlace, CachePlace];
    for (const one of [gone, left]) await under().store.put(one, anAnswer());
    await under().database.dataSource.query('DELETE FROM workload WHERE id = $1', [gone.scopeId]);
    await under().store.sweep(keeperOf(organisationId));
    expect(await Promise.all([place, gone, left].map((one) => kindIn(one)))).toEqual([
      'found',
      'nothing',
      'found',
    ]);
    expect(await under().countOf(organisationId)).toBe(2);
  });

  it('sweeps what belongs to an organisation that is gone', async () => {
    const { organisationId } = await withAnswers('a', 'b');
    await under().database.dataSource.query('DELETE FROM organisation WHERE id = $1', [
      organisationId,
    ]);
    await under().store.sweep([]);
    expect(await under().countOf(organisationId)).toBe(0);
  });
}
