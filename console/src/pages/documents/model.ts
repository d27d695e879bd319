import type { Schemas } from '../../api/client';
import { parsed, readRefusedCall } from '../../api/refusal';

export const JOBS = '/admin/v1/anonymizations';
export const JOB = '/admin/v1/anonymizations/{id}';

export type Job = Schemas['AnonymizationView'];

export const TONES = {
  queued: 'quiet',
  in_progress: 'info',
  cancelling: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: 'quiet',
  expired: 'quiet',
} as const;

const OPEN: ReadonlySet<Job['status']> = new Set(['queued', 'in_progress', 'cancelling']);
export const isOpen = ({ status }: Job): boolean => OPEN.has(status);

/** What is asked for of a document. */
export interface Wishes {
  /** Empty: the kinds that the policy protects. */
  readonly kinds: readonly string[];
  readonly terms: readonly string[];
  readonly images: string;
  readonly format: string;
  readonly isMapped: boolean;
}

export const NO_WISHES: Wishes = {
  kinds: [],
  terms: [],
  images: 'blur',
  format: 'same',
  isMapped: true,
};

/** How far it is, in hundredths; a page is looked for, written and looked at again. */
export function shareOf({ progress, status }: Job): number {
  if (status === 'completed') return 100;
  const { stage, pages_done: done, pages_total: total } = progress;
  const at = STAGES.indexOf(stage);
  if (at < 0) return 0;
  const within = total > 0 ? done / total : 0;
  return Math.min(99, Math.round((100 * (at + within)) / STAGES.length));
}
const STAGES = ['detecting', 'writing', 'verifying'];

/** @throws ProblemError that says why it was not taken */
export async function sendDocument(
  file: File,
  { kinds, terms, images, format, isMapped }: Wishes,
  workload: string | undefined,
): Promise<string> {
  const form = new FormData();
  form.set('file', file);
  form.set(
    'options',
    JSON.stringify({
      ...(kinds.length > 0 && { entities: kinds }),
      ...(terms.length > 0 && { remove: terms }),
      include_mapping: isMapped,
      images,
      output_format: format,
    }),
  );
  const response = await fetch(workload ? `${JOBS}?workload=${workload}` : JOBS, {
    method: 'POST',
    headers: { 'x-gw-console': '1' },
    body: form,
  });
  if (!response.ok) throw (await readRefusedCall(response)).error;
  return (parsed(await response.text()) as Pick<Job, 'id'>).id;
}

/** The document without values. @throws ProblemError */
export async function readResult(id: string, type: string): Promise<Blob> {
  const response = await fetch(`${JOBS}/${id}/result`, { headers: { 'x-gw-console': '1' } });
  if (!response.ok) throw (await readRefusedCall(response)).error;
  return new Blob([await response.arrayBuffer()], { type });
}
