import { MultiSelect, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { KIND_NAMES, KindRules } from '../../components/kind-rules';
import { MomentInput } from '../../components/moment-input';
import { RowsField } from '../../components/rows-field';
import { Section } from '../../components/section';
import type { WorkloadSettings } from './settings';

type Props = { form: UseFormReturnType<WorkloadSettings> };
const MODES = ['allow_log', 'mask', 'tokenize', 'block'] as const;
const SENSITIVITIES = ['strict', 'standard', 'lenient'] as const;
const ANSWERS = ['off', 'mask', 'block'] as const;
const INJECTION = ['off', 'flag', 'strip', 'block'] as const;
const EXCEPTIONS_MAX = 50;

export function ProtectionTab({ form }: Props) {
  const { t } = useTranslation(['workloads', 'common']);
  const inherited = {
    placeholder: t('common:inherited'),
    clearable: true,
    clearButtonProps: { 'aria-label': t('common:inherited') },
  };
  const { protection } = form.values;
  return (
    <>
      <Section title={t('protection.title')} about={t('protection.about')}>
        <Select
          label={t('protection.mode')}
          data={MODES.map((value) => ({ value, label: t(`modes.${value}`) }))}
          description={t(
            protection.mode ? `modes_about.${protection.mode}` : 'protection.inherits',
          )}
          {...inherited}
          {...form.getInputProps('protection.mode')}
          value={protection.mode ?? null}
        />
        <Select
          label={t('protection.sensitivity')}
          description={t('protection.sensitivity_about')}
          data={SENSITIVITIES.map((value) => ({ value, label: t(`sensitivities.${value}`) }))}
          {...inherited}
          {...form.getInputProps('protection.sensitivity')}
          value={protection.sensitivity ?? null}
        />
        <Select
          label={t('protection.answers')}
          description={t('protection.answers_about')}
          data={ANSWERS.map((value) => ({ value, label: t(`answers.${value}`) }))}
          {...inherited}
          {...form.getInputProps('protection.answers')}
          value={protection.answers ?? null}
        />
        <Select
          label={t('protection.injection')}
          description={t('protection.injection_about')}
          data={INJECTION.map((value) => ({ value, label: t(`injection.${value}`) }))}
          {...inherited}
          {...form.getInputProps('protection.injection')}
          value={protection.injection ?? null}
        />
        <Select
          label={t('protection.observe')}
          description={t('protection.observe_about')}
          data={[
            { value: 'true', label: t('protection.observe_on') },
            { value: 'false', label: t('protection.observe_off') },
          ]}
          {...inherited}
          error={form.errors['protection.observe']}
          value={protection.observe === undefined ? null : String(protection.observe)}
          onChange={(value) =>
            form.setFieldValue('protection.observe', value === null ? undefined : value === 'true')
          }
        />
      </Section>
      <Section title={t('protection.kinds')} about={t('protection.kinds_about')}>
        <KindRules
          label={t('protection.kinds')}
          rules={protection.kinds}
          onChange={(rules) => form.setFieldValue('protection.kinds', rules)}
          errors={form.errors}
          path="protection.kinds"
        />
      </Section>
      <Section title={t('exceptions.title')} about={t('exceptions.protection')}>
        <RowsField
          label={t('exceptions.title')}
          count={protection.exceptions.length}
          max={EXCEPTIONS_MAX}
          add={t('exceptions.add')}
          onAdd={() =>
            form.insertListItem('protection.exceptions', { kinds: [], reason: '', until: '' })
          }
          onRemove={(index) => form.removeListItem('protection.exceptions', index)}
          row={(index) => (
            <>
              <MultiSelect
                label={t('exceptions.kinds')}
                searchable
                limit={50}
                data={KIND_NAMES}
                required
                {...form.getInputProps(`protection.exceptions.${index}.kinds`)}
              />
              <ReasonUntil form={form} path={`protection.exceptions.${index}`} />
            </>
          )}
        />
      </Section>
    </>
  );
}

/** Every exception has a reason and an end. */
export function ReasonUntil({ form, path }: Props & { path: string }) {
  const { t } = useTranslation(['workloads', 'common']);
  return (
    <>
      <TextInput
        label={t('exceptions.reason')}
        required
        maxLength={300}
        {...form.getInputProps(`${path}.reason`)}
      />
      <MomentInput label={t('until')} required {...form.getInputProps(`${path}.until`)} />
    </>
  );
}
