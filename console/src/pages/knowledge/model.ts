import type { Schemas } from '../../api/client';
import { parsed, readRefusedCall } from '../../api/refusal';

export const STORES = '/admin/v1/knowledge/stores';
export const STORE = '/admin/v1/knowledge/stores/{id}';
export const DOCUMENTS = '/admin/v1/knowledge/stores/{id}/documents';
export const DOCUMENT = '/admin/v1/knowledge/stores/{id}/documents/{document}';

export type Store = Schemas['StoreView'];
export type StoreDocument = Schemas['DocumentView'];

export const TONES = {
  queued: 'quiet',
  in_progress: 'info',
  completed: 'good',
  failed: 'bad',
} as const;

export const INDEX_TONES = { ready: 'good', building: 'info', unavailable: 'warn' } as const;

export const isOpen = ({ status }: StoreDocument): boolean =>
  status === 'queued' || status === 'in_progress';

/** How far it is, in hundredths; null until its text was read. */
export const shareOf = ({ passages, embedded }: StoreDocument): number | null =>
  passages === null || passages === 0 ? null : Math.round((100 * embedded) / passages);

/** A passage that was found. */
export interface Hit {
  readonly file_id: string;
  readonly filename: string;
  readonly score: number;
  readonly content: readonly { readonly text: string }[];
}

/** `year=2026` for each; what reads as a number or a truth is one. Undefined where a line is none. */
export function attributesOf(lines: readonly string[]): Record<string, unknown> | undefined {
  const pairs = lines.map((line) => /^([^=]{1,64})=(.*)$/s.exec(line));
  if (pairs.some((pair) => pair === null)) return undefined;
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, key = '', text = ''] = pair ?? [];
      const value = parsed(text);
      const isPlain = typeof value === 'number' || typeof value === 'boolean';
      return [key.trim(), isPlain ? value : text.trim()];
    }),
  );
}

const HEADERS = { 'x-gw-console': '1' };
const pathOf = (store: string, tail: string, workload: string | undefined): string =>
  `${STORES}/${store}/${tail}${workload ? `?workload=${workload}` : ''}`;

/** @throws ProblemError that says why it was not taken */
export async function uploadDocument(
  store: string,
  file: File,
  { attributes, workload }: { attributes: object; workload: string | undefined },
): Promise<void> {
  const form = new FormData();
  form.set('file', file);
  form.set('attributes', JSON.stringify(attributes));
  const sent = { method: 'POST', headers: HEADERS, body: form };
  const response = await fetch(pathOf(store, 'documents', workload), sent);
  if (!response.ok) throw (await readRefusedCall(response)).error;
}

/** @throws ProblemError that says why nothing was sought */
export async function searchStore(
  store: string,
  query: string,
  workload: string | undefined,
): Promise<readonly Hit[]> {
  const response = await fetch(pathOf(store, 'search', workload), {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  if (!response.ok) throw (await readRefusedCall(response)).error;
  return (parsed(await response.text()) as { data: readonly Hit[] }).data;
}
