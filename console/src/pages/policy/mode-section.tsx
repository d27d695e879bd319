import { Select, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/choice';
import { Section } from '../../components/section';
import type { Form } from '../../components/organisation-editing';

export const MODES = ['allow_log', 'tokenize', 'mask', 'block'] as const;
const SENSITIVITIES = ['strict', 'standard', 'lenient'] as const;

/** What is done about everything that no rule names. */
export function ModeSection({ form }: { form: Form }) {
  const { t } = useTranslation('policy');
  const { sensitivity } = form.values.protection;
  return (
    <Section title={t('mode.title')} about={t('mode.about')}>
      <Choice
        label={t('mode.label')}
        options={MODES.map((value) => ({
          value,
          label: t(`modes.${value}`),
          about: t(`modes_about.${value}`),
        }))}
        {...form.getInputProps('protection.mode')}
      />
      <Select
        label={t('mode.sensitivity')}
        description={t(`sensitivities_about.${sensitivity}`)}
        data={SENSITIVITIES.map((value) => ({ value, label: t(`sensitivities.${value}`) }))}
        allowDeselect={false}
        maw={320}
        {...form.getInputProps('protection.sensitivity')}
      />
      <Switch
        label={t('mode.observe')}
        description={t('mode.observe_about')}
        {...form.getInputProps('protection.observe', { type: 'checkbox' })}
      />
      <Switch
        label={t('mode.weaker')}
        description={t('mode.weaker_about')}
        {...form.getInputProps('protection.allow_weaker_overrides', { type: 'checkbox' })}
      />
    </Section>
  );
}
