import { useTranslation } from 'react-i18next';
import { StatusBadge } from './status-badge';

const KINDS = [
  'hidden_unicode',
  'instruction_in_data',
  'exfil_markdown',
  'tool_redefinition',
  'encoded_payload',
] as const;

/** What speaks to a model in data, in words; a kind of a later release by its name. */
export function InjectionBadge({ kind }: { kind: string }) {
  const { t } = useTranslation('common');
  const known = KINDS.find((one) => one === kind);
  return <StatusBadge tone="warn">{known ? t(`injections.${known}`) : kind}</StatusBadge>;
}
