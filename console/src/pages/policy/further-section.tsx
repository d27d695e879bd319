import { Select, SimpleGrid, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../components/section';
import type { Form } from '../../components/organisation-editing';

const FILES = ['images', 'audio', 'uploads', 'documents'] as const;
const UNREAD = ['mark', 'refuse'] as const;

/** What no text shows: documents, files that nobody can read, and what providers keep. */
export function FurtherSection({ form }: { form: Form }) {
  const { t } = useTranslation('policy');
  return (
    <>
      <Section title={t('documents.title')} about={t('documents.about')}>
        <Switch
          label={t('documents.clean')}
          description={t('documents.clean_about')}
          {...form.getInputProps('protection.documents', { type: 'checkbox' })}
        />
      </Section>
      <Section title={t('files.title')} about={t('files.about')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {FILES.map((name) => (
            <Select
              key={name}
              label={t(`files.${name}`)}
              data={UNREAD.map((value) => ({ value, label: t(`files.options.${value}`) }))}
              allowDeselect={false}
              {...form.getInputProps(`protection.unscannable.${name}`)}
            />
          ))}
        </SimpleGrid>
      </Section>
      <Section title={t('kept.title')} about={t('kept.about')}>
        <Switch
          label={t('kept.cache')}
          description={t('kept.cache_about')}
          {...form.getInputProps('explicit_prompt_cache', { type: 'checkbox' })}
        />
        <Switch
          label={t('kept.share')}
          description={t('kept.share_about')}
          {...form.getInputProps('share_ids', { type: 'checkbox' })}
        />
      </Section>
    </>
  );
}
