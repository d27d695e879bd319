import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';

const ALL = { params: { query: { limit: 200 } } };

/** On whose budget documents are embedded and queries asked; everybody's playground unless another one is chosen. */
export function ChargedTo(props: {
  workload: string | undefined;
  onChange: (workload: string | undefined) => void;
}) {
  const { t } = useTranslation('knowledge');
  const { data } = api.useQuery('get', '/admin/v1/workloads', ALL);
  return (
    <Select
      label={t('charged_to')}
      description={t('charged_to_about')}
      placeholder={t('playground')}
      clearable
      clearButtonProps={{ 'aria-label': t('charged_to_clear') }}
      data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={props.workload ?? null}
      onChange={(chosen) => props.onChange(chosen ?? undefined)}
    />
  );
}
