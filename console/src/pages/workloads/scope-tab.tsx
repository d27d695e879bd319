import { Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/choice';
import { RowsField } from '../../components/rows-field';
import { Section } from '../../components/section';
import { ReasonUntil } from './protection-tab';
import type { WorkloadSettings } from './settings';

type Props = { form: UseFormReturnType<WorkloadSettings> };
const EXAMPLES_MAX = 10;
const EXCEPTIONS_MAX = 50;

export function ScopeTab({ form }: Props) {
  const { t } = useTranslation('workloads');
  const isOff = form.values.scope.mode === 'off';
  return (
    <>
      <Section title={t('scope.title')} about={t('scope.about')}>
        <Choice
          label={t('scope.mode')}
          options={(['off', 'flag', 'block'] as const).map((value) => ({
            value,
            label: t(`scope.modes.${value}`),
            about: t(`scope.modes_about.${value}`),
          }))}
          {...form.getInputProps('scope.mode')}
        />
        <Textarea
          label={t('scope.statement')}
          description={t('scope.statement_about')}
          required={!isOff}
          autosize
          minRows={3}
          maxLength={2000}
          {...form.getInputProps('scope.statement')}
          value={form.values.scope.statement ?? ''}
        />
        <TagsInput
          label={t('scope.examples_in')}
          description={t('scope.examples_about')}
          maxTags={EXAMPLES_MAX}
          {...form.getInputProps('scope.examples_in')}
        />
        <TagsInput
          label={t('scope.examples_out')}
          description={t('scope.examples_about')}
          maxTags={EXAMPLES_MAX}
          {...form.getInputProps('scope.examples_out')}
        />
      </Section>
      <Section title={t('scope.judging')}>
        <TextInput
          label={t('scope.judge')}
          description={t('scope.judge_about')}
          placeholder="provider/model"
          {...form.getInputProps('scope.judge')}
          value={form.values.scope.judge ?? ''}
        />
        <Choice
          label={t('scope.uncertain')}
          options={(['allow', 'block'] as const).map((value) => ({
            value,
            label: t(`scope.uncertains.${value}`),
          }))}
          {...form.getInputProps('scope.uncertain')}
        />
        <Choice
          label={t('scope.unread')}
          options={(['refuse', 'mark'] as const).map((value) => ({
            value,
            label: t(`scope.unreads.${value}`),
          }))}
          {...form.getInputProps('scope.unread')}
        />
        <Switch
          label={t('scope.trusts_system')}
          description={t('scope.trusts_system_about')}
          {...form.getInputProps('scope.trusts_system', { type: 'checkbox' })}
        />
      </Section>
      <Section title={t('exceptions.title')} about={t('exceptions.scope')}>
        <RowsField
          label={t('exceptions.title')}
          count={form.values.scope.exceptions.length}
          max={EXCEPTIONS_MAX}
          add={t('exceptions.add')}
          onAdd={() =>
            form.insertListItem('scope.exceptions', { contains: '', reason: '', until: '' })
          }
          onRemove={(index) => form.removeListItem('scope.exceptions', index)}
          row={(index) => (
            <>
              <TextInput
                label={t('exceptions.contains')}
                required
                maxLength={200}
                {...form.getInputProps(`scope.exceptions.${index}.contains`)}
              />
              <ReasonUntil form={form} path={`scope.exceptions.${index}`} />
            </>
          )}
        />
      </Section>
    </>
  );
}
