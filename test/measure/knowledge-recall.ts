import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock, SystemEntropy } from '#kernel';
import {
  EmbeddedPostgres,
  migrate,
  openDatabase,
  withPatientClient,
  type Database,
} from '#platform';
import { unitOf } from '../../libs/knowledge/src/search/nearest.js';
import type { PassageIndex, Sought } from '../../libs/knowledge/src/search/passage-index.js';
import { KnowledgeKit, NEVER } from '../../libs/knowledge/src/testing/knowledge-kit.js';
import { seeded } from '../support/seeded.js';
import { addRow } from '../support/table.js';

const HOUR_MS = 3_600_000;
const NUMBERS = 1_024;
const DOCUMENTS = 50;
const PASSAGES = 400; // Of each: 20,000 in all.
const MANY_DOCUMENTS = 120; // 48,000 passages: half of them are more than are looked at one by one.
const FEW_NUMBERS = 64;
const QUERIES = 50;
const COUNT = 10;
/** Of the ten nearest, for vectors that lie as a model's do. */
const RECALL_MIN = 0.98;

const random = seeded(20_261_128);
const normal = (): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const normals = (numbers = NUMBERS): Float32Array => Float32Array.from({ length: numbers }, normal);
const direction = (vector: Float32Array): Float32Array => unitOf(vector) ?? vector;

/** As topics do. */
function inClusters(numbers: number): () => Float32Array {
  const centres = Array.from({ length: 200 }, () => normals(numbers));
  return () => {
    const centre = centres[Math.floor(random() * random() * centres.length)] ?? normals(numbers);
    return direction(centre.map((value) => value + 0.8 * normal()));
  };
}

/** As meanings of 64 kinds do, of which the first say most. */
function alongDirections(): () => Float32Array {
  const directions = Array.from({ length: 64 }, (_, at) =>
    normals().map((value) => value / Math.sqrt(1 + at / 8)),
  );
  return () => {
    const vector = normals().map((value) => 0.3 * value);
    for (const one of directions) {
      const share = normal();
      for (let at = 0; at < NUMBERS; at++) vector[at] = (vector[at] ?? 0) + share * (one[at] ?? 0);
    }
    return direction(vector);
  };
}

/** How vectors lie; those at random lie as no model's do. */
const KINDS: Readonly<Record<string, () => Float32Array>> = {
  'in 200 clusters': inClusters(NUMBERS),
  'along 64 directions': alongDirections(),
  'anywhere at random': () => direction(normals()),
};

const at = (values: readonly number[], share: number): string =>
  (values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0).toFixed(1);

/** What pgvector finds of what is nearest, and how long either way takes, on one server in one run. */
export function describeRecall(): void {
  describe('20,000 passages of 1,024 numbers, by pgvector and one by one', () => {
    let server: EmbeddedPostgres;
    let app: Database;
    let kit: KnowledgeKit;
    const folders: string[] = [];
    beforeAll(async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'gw-recall-'));
      folders.push(dataDir);
      await chmod(dataDir, 0o711); // As root the server is another user, who has to pass through.
      const binDir = process.env['GW_PG_BIN'];
      const options = { dataDir, settings: { fsync: 'off' }, ...(binDir && { binDir }) };
      server = await EmbeddedPostgres.start(options, new SystemClock(), new SystemEntropy());
      await migrate(server.url);
      await withPatientClient(server.url, (client) => client.query('CREATE EXTENSION vector'));
      app = await openDatabase({ url: server.url, poolSize: 4, asApp: true });
      kit = new KnowledgeKit(app, { allows: 'on' });
    }, HOUR_MS);
    afterAll(async () => {
      await app.close();
      await server.stop();
      for (const folder of folders) await rm(folder, { recursive: true });
    });

    it.for(Object.entries(KINDS))(
      'that lie %s',
      { timeout: HOUR_MS },
      async ([kind, aVector], { task }) => {
        const store = await kit.store('pgvector');
        const startedMs = performance.now();
        for (let n = 0; n < DOCUMENTS; n++) {
          const vectors = Array.from({ length: PASSAGES }, aVector);
          await kit.learn(store, vectors, { half: n % 2 });
        }
        const perPassage = (performance.now() - startedMs) / (DOCUMENTS * PASSAGES);
        const now = await kit.now(store);
        const search = async (
          index: PassageIndex,
          vector: Float32Array,
          filter: Sought['filter'],
        ) => {
          const begunMs = performance.now();
          const sought = { vectors: [vector], count: COUNT, scoreMin: -1, filter };
          const found = await index.nearest(now, sought, NEVER);
          const places = found.map(({ document, n }) => `${document.id} ${n}`);
          return { places, tookMs: performance.now() - begunMs };
        };
        for (const [what, filter] of [
          ['', () => true],
          [', a filter leaves half', ({ half }: { half?: unknown }) => half === 1],
        ] as const) {
          await search(kit.exact, aVector(), filter); // Vectors are read and opened by the first one.
          await search(kit.indexed, aVector(), filter);
          const took = { exact: [] as number[], indexed: [] as number[] };
          const shares: number[] = [];
          for (let round = 0; round < QUERIES; round++) {
            const wanted = aVector();
            const right = await search(kit.exact, wanted, filter);
            const found = await search(kit.indexed, wanted, filter);
            took.exact.push(right.tookMs);
            took.indexed.push(found.tookMs);
            const both = found.places.filter((place) => right.places.includes(place));
            shares.push(both.length / COUNT);
          }
          const recall = shares.reduce((sum, one) => sum + one, 0) / QUERIES;
          addRow(task, {
            'vectors lie': kind + what,
            'recall at 10': recall.toFixed(3),
            worst: Math.min(...shares).toFixed(1),
            'pgvector p50, ms': at(took.indexed, 0.5),
            'pgvector p95, ms': at(took.indexed, 0.95),
            'exact p50, ms': at(took.exact, 0.5),
            'exact p95, ms': at(took.exact, 0.95),
            'a passage is indexed in, ms': perPassage.toFixed(1),
          });
          if (!kind.includes('random')) expect(recall).toBeGreaterThanOrEqual(RECALL_MIN);
        }
      },
    );

    it(
      'more than are looked at one by one, narrowed by a filter',
      { timeout: HOUR_MS },
      async ({ task }) => {
        const aVector = inClusters(FEW_NUMBERS);
        const store = await kit.store('pgvector');
        const known = new Map<string, readonly Float32Array[]>();
        for (let n = 0; n < MANY_DOCUMENTS; n++) {
          const vectors = Array.from({ length: PASSAGES }, aVector);
          const id = await kit.learn(store, vectors, { half: n % 2 });
          if (n % 2 === 1) known.set(id, vectors);
        }
        const now = await kit.now(store);
        const filter: Sought['filter'] = ({ half }) => half === 1;
        const took: number[] = [];
        const shares: number[] = [];
        for (let round = 0; round < QUERIES; round++) {
          const vectors = [aVector()];
          const startedMs = performance.now();
          const found = await kit.indexed.nearest(
            now,
            { vectors, count: COUNT, scoreMin: -1, filter },
            NEVER,
          );
          took.push(performance.now() - startedMs);
          expect(found).toHaveLength(COUNT);
          const least = leastOf(known, vectors[0] ?? normals(FEW_NUMBERS));
          shares.push(found.filter(({ score }) => score >= least).length / COUNT);
        }
        const recall = shares.reduce((sum, one) => sum + one, 0) / QUERIES;
        addRow(task, {
          'vectors lie': `in 200 clusters, ${MANY_DOCUMENTS * PASSAGES} of ${FEW_NUMBERS} numbers, a filter leaves half`,
          'recall at 10': recall.toFixed(3),
          worst: Math.min(...shares).toFixed(1),
          'pgvector p50, ms': at(took, 0.5),
          'pgvector p95, ms': at(took, 0.95),
        });
        expect(recall).toBeGreaterThanOrEqual(RECALL_MIN);
      },
    );
  });
}

const SAME = 1e-5; // Either way adds up in an order of its own.

/** The score of the last of those that are nearest, by looking at all. */
function leastOf(
  known: ReadonlyMap<string, readonly Float32Array[]>,
  wanted: Float32Array,
): number {
  const scores = [...known.values()].flatMap((vectors) =>
    vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * (wanted[at] ?? 0), 0)),
  );
  return (scores.toSorted((one, other) => other - one)[COUNT - 1] ?? -1) - SAME;
}
