import { useTranslation } from 'react-i18next';
import type { operations } from '../../api/schema';
import type { Filter } from '../../components/filter-bar';
import { outcomeIn, useSeriesFilters } from '../../components/use-series-filters';

type Query = NonNullable<operations['listAudit']['parameters']['query']>;
const TEXT_CHARS_MIN = 8; // Fewer are no part of an id that the API looks for.

export function useAuditFilters(): readonly Filter[] {
  const { t } = useTranslation('audit');
  const { workload, outcome, model, ...further } = useSeriesFilters();
  return [
    { name: 'text', label: t('filters.text'), placeholder: t('filters.text_help'), width: 220 },
    workload,
    outcome,
    model,
    { name: 'from', label: t('filters.from'), type: 'datetime-local', width: 200 },
    { name: 'to', label: t('filters.to'), type: 'datetime-local', width: 200 },
    { name: 'kind', label: t('filters.kind'), width: 140, isFurther: true },
    { name: 'status', label: t('filters.status'), width: 100, isFurther: true },
    { name: 'refusal', label: t('filters.refusal'), width: 160, isFurther: true },
    ...Object.values(further),
  ];
}

/** What the API is asked for; what somebody is still typing is left out. */
export function auditQueryOf(search: Readonly<Record<string, string | undefined>>): Query {
  const { call: _call, live: _live, from, to, status, outcome, text, ...words } = search;
  const known = outcomeIn(outcome);
  return {
    ...words,
    ...(text && text.length >= TEXT_CHARS_MIN && { text }),
    ...(known && { outcome: known }),
    ...(/^[1-5]\d\d$/.test(status ?? '') && { status: Number(status) }),
    ...momentIn('from', from),
    ...momentIn('to', to),
  };
}

function momentIn(name: 'from' | 'to', text: string | undefined) {
  const at = new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? {} : { [name]: at.toISOString() };
}
