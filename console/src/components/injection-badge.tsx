import { useTranslation } from 'react-i18next';
import { INJECTION_KINDS } from '#contract';
import { StatusBadge } from './status-badge';

/** What speaks to a model in data, in words; a kind of a later release by its name. */
export function useInjectionName(): (kind: string) => string {
  const { t } = useTranslation('common');
  return (kind) => {
    const known = INJECTION_KINDS.find((one) => one === kind);
    return known ? t(`injections.${known}`) : kind;
  };
}

export function InjectionBadge({ kind }: { kind: string }) {
  const nameOf = useInjectionName();
  return <StatusBadge tone="warn">{nameOf(kind)}</StatusBadge>;
}
