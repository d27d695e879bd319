import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/choice';
import type { Form } from '../../components/organisation-editing';
import { Section } from '../../components/section';

const MODES = ['off', 'flag', 'strip', 'block'] as const;

/** What tools and documents bring, and who is spoken to in it. */
export function DataSection({ form }: { form: Form }) {
  const { t } = useTranslation('policy');
  return (
    <Section title={t('injection.title')} about={t('injection.about')}>
      <Choice
        label={t('injection.label')}
        options={MODES.map((value) => ({
          value,
          label: t(`injection.options.${value}`),
          about: t(`injection.options_about.${value}`),
        }))}
        {...form.getInputProps('protection.injection')}
      />
    </Section>
  );
}
