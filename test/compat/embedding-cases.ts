import { expect } from 'vitest';
import { unitVector } from '../../apps/sandbox/src/text/unit-vector.js';
import type { Missing } from './client.js';
import type { Embedder, VectorCaseName, Vectors } from './embedder.js';
import { providerOf } from './families.js';
import type { MatrixCell } from './run-matrix.js';

type Cell = MatrixCell<Embedder>;

const TEXTS = ['Herons fish at dawn.', 'Twice a day the sea leaves.', 'Good morning'];
/** A length that every provider takes, and none has by itself. */
const SHORT = 512;

interface Asking {
  readonly model?: string;
  readonly key?: string;
  readonly texts?: readonly string[];
  readonly dimensions?: number;
}

function ask({ gateway, client, family }: Cell, asking: Asking = {}): Promise<Vectors> {
  const { model = family.vectors?.id ?? 'embedding', key = gateway.key(), ...rest } = asking;
  return client.embed(
    { url: gateway.url, key },
    { model: `${providerOf(family.name)}/${model}`, texts: TEXTS, ...rest },
  );
}

/** The provider's own, number for number. */
function expectOwn({ vectors }: Vectors, texts: readonly string[], dimensions: number): void {
  expect(vectors.map((vector) => Float32Array.from(vector))).toEqual(
    texts.map((text) => unitVector(text, dimensions)),
  );
}

/** Whoever makes none says so, with a status that no client takes for a failure to come again after. */
async function vectors(cell: Cell): Promise<void> {
  const { vectors: made } = cell.family;
  if (made) return expectOwn(await ask(cell), TEXTS, made.dimensions);
  const fault = await faultOf(ask(cell));
  expect([400, 404]).toContain(cell.client.statusOf(fault));
  expect((fault as Error).message.length).toBeGreaterThan(0);
}

const NONE = 'it makes none, as `vectors` shows there';
/** Where a family makes none there is one thing to show. */
export const WITHOUT_VECTORS: Missing<VectorCaseName> = {
  'vector of one text': NONE,
  dimensions: NONE,
  'usage of vectors': NONE,
  'error 404': NONE,
};

const faultOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => undefined,
    (cause: unknown) => cause,
  );

async function oneText(cell: Cell): Promise<void> {
  const texts = TEXTS.slice(0, 1);
  expectOwn(await ask(cell, { texts }), texts, cell.family.vectors?.dimensions ?? 0);
}

async function usage(cell: Cell): Promise<void> {
  const { input } = await ask(cell);
  const { tokens } = await cell.gateway.records.lastEntry();
  expect(tokens).toMatchObject({ in: input, out: 0 });
  expect(input).toBeGreaterThan(0);
}

const refused =
  (status: number, asking: Asking) =>
  async (cell: Cell): Promise<void> =>
    expect(cell.client.statusOf(await faultOf(ask(cell, asking)))).toBe(status);

export const embeddingCases: Readonly<Record<VectorCaseName, (cell: Cell) => Promise<void>>> = {
  vectors,
  'vector of one text': oneText,
  dimensions: async (cell) => expectOwn(await ask(cell, { dimensions: SHORT }), TEXTS, SHORT),
  'usage of vectors': usage,
  'error 401': refused(401, { key: 'gw_test_unknown' }),
  'error 404': refused(404, { model: 'no-such-model' }),
};
