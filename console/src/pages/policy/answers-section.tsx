import { TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/choice';
import { Section } from '../../components/section';
import { faultBelow, type Form } from '../../components/organisation-editing';

const ANSWERS = ['off', 'mask', 'block'] as const;
const SCOPES = ['workload', 'conversation'] as const;

/** What comes back: what a model says itself, and where values stand again. */
export function AnswersSection({ form }: { form: Form }) {
  const { t } = useTranslation('policy');
  return (
    <Section title={t('answers.title')} about={t('answers.about')}>
      <Choice
        label={t('answers.label')}
        options={ANSWERS.map((value) => ({
          value,
          label: t(`answers.options.${value}`),
          about: t(`answers.options_about.${value}`),
        }))}
        {...form.getInputProps('protection.answers')}
      />
      <Choice
        label={t('answers.scope')}
        options={SCOPES.map((value) => ({
          value,
          label: t(`answers.scopes.${value}`),
          about: t(`answers.scopes_about.${value}`),
        }))}
        {...form.getInputProps('protection.pseudonym_scope')}
      />
      <TagsInput
        label={t('answers.hosts')}
        description={t('answers.hosts_about')}
        placeholder={form.values.protection.restore_hosts.length > 0 ? '' : 'wiki.example.com'}
        error={faultBelow(form, 'protection.restore_hosts')}
        value={form.values.protection.restore_hosts}
        onChange={(hosts) => form.setFieldValue('protection.restore_hosts', hosts)}
      />
    </Section>
  );
}
