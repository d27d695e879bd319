import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Document } from './document.js';

const FILE = 'dlp/synthetic/es.meddocan-train.jsonl.gz';
const NAMES = new Set(['NOMBRE_SUJETO_ASISTENCIA', 'NOMBRE_PERSONAL_SANITARIO']);

interface Case {
  readonly text: string;
  readonly spans: readonly {
    readonly start: number;
    readonly end: number;
    readonly type: string;
  }[];
}

/** Spanish clinical cases with the names of patients and staff. */
export const readMeddocan = (folder: string): readonly Document[] =>
  gunzipSync(readFileSync(join(folder, FILE)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { text, spans } = JSON.parse(line) as Case;
      const names = spans
        .filter(({ type }) => NAMES.has(type))
        .map(({ start, end }) => ({ kind: 'person_name' as const, start, end }))
        .toSorted((a, b) => a.start - b.start);
      return { text, names };
    });
