import type { Schemas } from '../../api/client';

export type Call = Schemas['AuditRowView'];
export type Entry = Schemas['AuditEntryView'];
export type Job = Schemas['AuditJobView'];

export const toneOf = (outcome: string): 'good' | 'warn' | 'bad' | 'quiet' => {
  if (outcome === 'ok') return 'good';
  if (outcome === 'refused') return 'warn';
  return outcome === 'interrupted' ? 'quiet' : 'bad';
};
