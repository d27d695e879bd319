import { TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { RowsField } from '../../components/rows-field';
import { Section } from '../../components/section';
import { ReasonUntil } from './protection-tab';
import type { WorkloadSettings } from './settings';

const EXCEPTIONS_MAX = 50;

export function ResidencyTab({ form }: { form: UseFormReturnType<WorkloadSettings> }) {
  const { t } = useTranslation('workloads');
  return (
    <Section title={t('exceptions.title')} about={t('exceptions.residency')}>
      <RowsField
        label={t('exceptions.title')}
        count={form.values.residency.exceptions.length}
        max={EXCEPTIONS_MAX}
        add={t('exceptions.add')}
        onAdd={() =>
          form.insertListItem('residency.exceptions', { reason: '', until: '', models: [] })
        }
        onRemove={(index) => form.removeListItem('residency.exceptions', index)}
        row={(index) => (
          <>
            <TagsInput
              label={t('exceptions.models')}
              placeholder={t('models.any')}
              {...form.getInputProps(`residency.exceptions.${index}.models`)}
            />
            <ReasonUntil form={form} path={`residency.exceptions.${index}`} />
          </>
        )}
      />
    </Section>
  );
}
