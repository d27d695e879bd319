import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { QuestionJob } from '#local-models';
import { jsonLines } from '../../support/json-lines.js';
import { spread } from '../../support/spread.js';

const WRITTEN = fileURLToPath(new URL('../../../libs/typed/training/data', import.meta.url));

/** The author of whom nothing was learnt, and the halves of that author's rows: see `router_rows.py`. */
const HELD_OUT_AUTHOR = 'd';
const DEV_BELOW = 0.5;
/** Families of which nothing was learnt: see `reader_questions.py`. */
const SCORED_FAMILIES = { from: 0.12, below: 0.24 };

export interface RequestRow {
  readonly request: string;
  readonly previous?: string;
  readonly system?: string;
  readonly attachments?: readonly string[];
  readonly task: string;
  readonly reasoning?: number;
  readonly complexity?: number;
  readonly lang?: string;
}

export interface QuestionRow extends QuestionJob {
  readonly state: string;
  /** The index of the right option; of a noul 1 or 0. */
  readonly gold: number;
}

export interface RowSet<Row> {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Of which nothing of its kind was ever seen, so that it counts for the means that are promised. */
  readonly isPublic: boolean;
}

/** A number from 0 to 1 that a text has for good. */
const shareOfText = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;

/** Requests by the held-out author: those that set temperatures and thresholds, and those that are scored. */
export function heldOutRequests(): {
  readonly dev: readonly RequestRow[];
  readonly scored: readonly RequestRow[];
} {
  const folder = join(WRITTEN, 'router');
  const rows = readdirSync(folder)
    .filter((name) => name.startsWith(`${HELD_OUT_AUTHOR}-`))
    .toSorted()
    .flatMap((name) => jsonLines(join(folder, name)) as readonly RequestRow[]);
  const isDev = ({ request }: RequestRow) => shareOfText(request) < DEV_BELOW;
  return { dev: rows.filter(isDev), scored: rows.filter((row) => !isDev(row)) };
}

interface Label {
  readonly name: string;
  readonly description?: string;
  readonly texts: readonly string[];
}

interface Family {
  readonly family: string;
  readonly lang: string;
  readonly kind: 'choice' | 'score' | 'noul';
  readonly questions: readonly string[];
  readonly claims: readonly string[];
  readonly labels: readonly Label[];
}

/**
 * Questions of held-out families: one about each text, in the first wording.
 * @param most of each set, from all of its families
 */
export function familyQuestions(most: number): readonly RowSet<QuestionRow>[] {
  const folder = join(WRITTEN, 'families');
  const families = readdirSync(folder)
    .toSorted()
    .flatMap((name) => jsonLines(join(folder, name)) as readonly Family[])
    .filter(({ family }) => {
      const share = shareOfText(family);
      return SCORED_FAMILIES.from <= share && share < SCORED_FAMILIES.below;
    });
  const english = families.filter(({ lang }) => lang === 'en');
  const set = (name: string, rows: readonly QuestionRow[]) => ({
    name,
    rows: spread(rows, most),
    isPublic: false,
  });
  const ofKind = (kind: Family['kind']) => english.filter((family) => family.kind === kind);
  return [
    set('families: choice', ofKind('choice').flatMap(optionRows)),
    set('families: score', ofKind('score').flatMap(optionRows)),
    set('families: noul with criteria', ofKind('noul').flatMap(criteriaRows)),
    set('families: bare noul', english.flatMap(claimRows)),
    set(
      'families: other languages',
      families
        .filter(({ lang }) => lang !== 'en')
        .flatMap((family) => (family.kind === 'noul' ? criteriaRows(family) : optionRows(family))),
    ),
  ].filter(({ rows }) => rows.length > 0);
}

const optionRows = ({ kind, labels, questions }: Family): readonly QuestionRow[] =>
  labels.flatMap(({ texts }, gold) =>
    texts.map((state) => ({
      state,
      type: kind,
      instructions: questions[0] ?? '',
      options: labels.map(({ name }) => name),
      gold,
    })),
  );

const isTrue = ({ name }: Label): boolean => name === 'true';

const criteriaRows = ({ labels, questions }: Family): readonly QuestionRow[] => {
  const told = labels
    .toSorted((a, b) => Number(isTrue(b)) - Number(isTrue(a)))
    .map(({ name, description }) => description ?? name);
  return labels.flatMap((label) =>
    label.texts.map((state) => ({
      state,
      type: 'noul' as const,
      instructions: questions[0] ?? '',
      options: told,
      gold: Number(isTrue(label)),
    })),
  );
};

/** Each claim once with the label that a text has, once with another. */
const claimRows = ({ kind, claims, labels }: Family): readonly QuestionRow[] =>
  labels.flatMap((label, at) =>
    label.texts.map((state, index) => {
      const claim = claims[0] ?? '';
      if (kind === 'noul') return bare(state, claim, isTrue(label));
      const holds = index % 2 === 0;
      const named = holds ? label : labels[(at + 1) % labels.length];
      return bare(state, claim.replace('{}', named?.name ?? ''), holds);
    }),
  );

const bare = (state: string, instructions: string, holds: boolean): QuestionRow => ({
  state,
  type: 'noul',
  instructions,
  options: [],
  gold: Number(holds),
});

/** Of a folder that `evaluation_sets.py` wrote; none where the environment names no folder. */
function publicSets(kind: 'router' | 'typed', most: number): readonly RowSet<unknown>[] {
  const folder = process.env['GW_TYPED_EVAL'];
  if (!folder) return [];
  if (!existsSync(join(folder, kind))) {
    throw new Error(
      `GW_TYPED_EVAL: ${folder} has no folder ${kind}; see libs/typed/training/README.md`,
    );
  }
  return readdirSync(join(folder, kind))
    .toSorted()
    .map((file) => ({
      name: file.replace(/\.jsonl$/, ''),
      rows: spread(jsonLines(join(folder, kind, file)), most),
      isPublic: true,
    }));
}

export const publicRequests = (most: number): readonly RowSet<RequestRow>[] =>
  publicSets('router', most) as readonly RowSet<RequestRow>[];

export const publicQuestions = (most: number): readonly RowSet<QuestionRow>[] =>
  publicSets('typed', most) as readonly RowSet<QuestionRow>[];
