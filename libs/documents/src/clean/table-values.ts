import type { KnownValue, ReceivedCall } from '#call';
import { refuse } from '#kernel';
import { isRichText, kindOfHead } from '../intake/sniff.js';
import type { CallDocument, CleaningTools } from './cleaning.js';

/** Shorter ones are words of every text. */
const VALUE_CHARS_MIN = 3;
/** Terms that one call is searched for: more is a data base, which nobody sends to be read. */
const VALUES_MAX = 20_000;
/** What has rows and columns, or a file attached that has. */
const TABLED: ReadonlySet<string> = new Set(['docx', 'odt', 'pptx', 'xlsx', 'csv', 'html', 'eml']);

/**
 * Values of documents with tables, read cell by cell with the head of its column, as long as a policy wants them
 * out: as text nothing tells that `Krzyzanowska` in a row of words is a surname.
 * @throws what is wrong with a document; document_too_large_to_scan
 */
export async function tableValues(
  { cell, finder, clock }: CleaningTools,
  call: ReceivedCall,
  documents: readonly CallDocument[],
): Promise<readonly KnownValue[]> {
  const { organisation, workload } = call.principal;
  const { protection } = workload;
  if (protection.mode === 'allow_log') return [];
  const values = new Map<string, KnownValue>();
  for (const { bytes, mediaType, name } of documents) {
    if (kindOfHead(bytes) !== null || isRichText(bytes)) continue;
    const opened = await cell.run('openToRewrite', {
      documents: [bytes],
      options: { mediaType, filename: name },
      ended: call.callerGone,
    });
    if (!('texts' in opened) || !TABLED.has(opened.kind)) continue;
    const found = await finder.find(opened.texts, {
      organisation,
      protection,
      kinds: null,
      remove: [],
      known: [],
      nowMs: clock.nowMs(),
      ended: call.callerGone,
    });
    for (const { kind, value } of found.flat()) {
      if (value.length >= VALUE_CHARS_MIN) values.set(value, { kind, value });
    }
    if (values.size > VALUES_MAX) throw refuse('document_too_large_to_scan');
  }
  return [...values.values()];
}
