import { useTranslation } from 'react-i18next';
import { ANY_INJECTION, INJECTION_KINDS } from '#contract';
import type { operations } from '../../api/schema';
import type { Filter } from '../../components/filter-bar';
import { useInjectionName } from '../../components/injection-badge';
import { outcomeIn, useSeriesFilters } from '../../components/use-series-filters';

type Query = NonNullable<operations['listAudit']['parameters']['query']>;
const INJECTIONS = [ANY_INJECTION, ...INJECTION_KINDS] as const;
const TEXT_CHARS_MIN = 8; // Fewer are no part of an id that the API looks for.

export function useAuditFilters(): readonly Filter[] {
  const { t } = useTranslation('audit');
  const injectionName = useInjectionName();
  const { workload, outcome, model, ...further } = useSeriesFilters();
  return [
    { name: 'text', label: t('filters.text'), placeholder: t('filters.text_help'), width: 220 },
    workload,
    outcome,
    model,
    { name: 'from', label: t('filters.from'), type: 'datetime-local', width: 200 },
    { name: 'to', label: t('filters.to'), type: 'datetime-local', width: 200 },
    { name: 'kind', label: t('filters.kind'), width: 140, isFurther: true },
    {
      name: 'injection',
      label: t('filters.injection'),
      options: INJECTIONS.map((value) => ({
        value,
        label: value === ANY_INJECTION ? t('any_injection') : injectionName(value),
      })),
      width: 200,
      isFurther: true,
    },
    { name: 'status', label: t('filters.status'), width: 100, isFurther: true },
    { name: 'refusal', label: t('filters.refusal'), width: 160, isFurther: true },
    ...Object.values(further),
  ];
}

/** What the API is asked for; what somebody is still typing is left out. */
export function auditQueryOf(search: Readonly<Record<string, string | undefined>>): Query {
  const { call: _call, live: _live, from, to, status, outcome, injection, text, ...words } = search;
  const known = outcomeIn(outcome);
  const spoken = injectionIn(injection);
  return {
    ...words,
    ...(text && text.length >= TEXT_CHARS_MIN && { text }),
    ...(known && { outcome: known }),
    ...(spoken && { injection: spoken }),
    ...(/^[1-5]\d\d$/.test(status ?? '') && { status: Number(status) }),
    ...momentIn('from', from),
    ...momentIn('to', to),
  };
}

/** One of them; whatever else stands in an address is none. */
const injectionIn = (text: string | undefined) => INJECTIONS.find((one) => one === text);

function momentIn(name: 'from' | 'to', text: string | undefined) {
  const at = new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? {} : { [name]: at.toISOString() };
}
