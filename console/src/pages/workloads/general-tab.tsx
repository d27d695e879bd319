import { Group, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/choice';
import { GROUPS } from '../../components/decimal-input';
import { MomentInput } from '../../components/moment-input';
import { MoneyInput } from '../../components/money-input';
import { Section } from '../../components/section';
import type { WorkloadSettings } from './settings';

type Props = { form: UseFormReturnType<WorkloadSettings> };
const PERIODS = ['monthly', 'daily', 'total'] as const;

export function GeneralTab({ form }: Props) {
  const { t } = useTranslation('workloads');
  return (
    <>
      <Section title={t('name')}>
        <TextInput
          label={t('name')}
          description={t('name_help')}
          required
          autoComplete="off"
          {...form.getInputProps('name')}
        />
      </Section>
      <Section title={t('limits.title')} about={t('limits.about')}>
        <Group grow align="flex-start">
          <NumberInput
            label={t('limits.rpm')}
            placeholder={t('limits.none')}
            min={1}
            allowDecimal={false}
            thousandSeparator={GROUPS}
            {...form.getInputProps('rpm')}
          />
          <NumberInput
            label={t('limits.tpm')}
            placeholder={t('limits.none')}
            min={1}
            allowDecimal={false}
            thousandSeparator={GROUPS}
            {...form.getInputProps('tpm')}
          />
        </Group>
      </Section>
      <Budget form={form} />
    </>
  );
}

function Budget({ form }: Props) {
  const { t } = useTranslation('workloads');
  const { budget } = form.values;
  const toggle = (isOn: boolean) =>
    form.setFieldValue(
      'budget',
      isOn ? { amount: '', period: 'monthly', mode: 'adaptive' } : undefined,
    );
  return (
    <Section title={t('limits.budget')} about={t('limits.budget_about')}>
      <Switch
        label={t('limits.has_budget')}
        checked={budget !== undefined}
        onChange={({ currentTarget }) => toggle(currentTarget.checked)}
      />
      {budget && (
        <>
          <Group grow align="flex-start">
            <Amount label={t('limits.amount')} form={form} path="budget.amount" />
            <Select
              label={t('limits.period')}
              data={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
              allowDeselect={false}
              {...form.getInputProps('budget.period')}
            />
          </Group>
          <Choice
            label={t('limits.mode')}
            options={(['adaptive', 'strict'] as const).map((value) => ({
              value,
              label: t(`limits.modes.${value}`),
              about: t(`limits.modes_about.${value}`),
            }))}
            {...form.getInputProps('budget.mode')}
          />
          <Override form={form} />
        </>
      )}
    </Section>
  );
}

function Override({ form }: Props) {
  const { t } = useTranslation('workloads');
  const { budget } = form.values;
  return (
    <>
      <Switch
        label={t('limits.override')}
        description={t('limits.override_about')}
        checked={budget?.override !== undefined}
        onChange={({ currentTarget }) =>
          form.setFieldValue(
            'budget.override',
            currentTarget.checked ? { amount: '', until: '' } : undefined,
          )
        }
      />
      {budget?.override && (
        <Group grow align="flex-start">
          <Amount label={t('limits.override_amount')} form={form} path="budget.override.amount" />
          <MomentInput
            label={t('until')}
            required
            {...form.getInputProps('budget.override.until')}
          />
        </Group>
      )}
    </>
  );
}

const Amount = ({ label, path, form }: Props & { label: string; path: string }) => (
  <MoneyInput
    label={label}
    required
    {...form.getInputProps(path)}
    onChange={(amount) => form.setFieldValue(path, amount)}
  />
);
