import { Alert, Fieldset, Grid, NumberInput, Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CardBoundary } from '../../components/card-boundary';
import { OrganisationEditing, type Form } from '../../components/organisation-editing';
import { Page } from '../../components/page';
import { Section } from '../../components/section';
import { CacheUse } from './cache-use';

/** What is kept of calls beside the log, and what that was worth. */
export function CachePage() {
  const { t } = useTranslation('cache');
  return (
    <Page title={t('title')} about={t('about')}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <OrganisationEditing>
            {({ form }, _stored, isReadOnly) => (
              <Fieldset variant="unstyled" m={0} disabled={isReadOnly} aria-label={t('settings')}>
                <Stack>
                  <RetentionSection form={form} />
                  <AnswersSection form={form} />
                </Stack>
              </Fieldset>
            )}
          </OrganisationEditing>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <CardBoundary>
            <CacheUse />
          </CardBoundary>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function RetentionSection({ form }: { form: Form }) {
  const { t } = useTranslation('cache');
  return (
    <Section title={t('retention.title')} about={t('retention.about')}>
      <NumberInput
        label={t('retention.days')}
        description={t('retention.days_about')}
        min={0}
        max={3_650}
        allowDecimal={false}
        maw={420}
        {...form.getInputProps('content_retention_days')}
      />
    </Section>
  );
}

function AnswersSection({ form }: { form: Form }) {
  const { t } = useTranslation('cache');
  const { content_retention_days: days, response_cache: cache } = form.values;
  return (
    <Section title={t('answers.title')} about={t('answers.about')}>
      <Switch
        label={t('answers.enabled')}
        description={t('answers.enabled_about')}
        {...form.getInputProps('response_cache.enabled', { type: 'checkbox' })}
      />
      {cache.enabled && days === 0 && <Alert color="yellow">{t('answers.needs')}</Alert>}
      <NumberInput
        label={t('answers.ttl')}
        description={t('answers.ttl_about')}
        min={60}
        max={604_800}
        allowDecimal={false}
        maw={420}
        {...form.getInputProps('response_cache.ttl_seconds')}
      />
      <Switch
        label={t('answers.shared')}
        description={t('answers.shared_about')}
        {...form.getInputProps('response_cache.shared', { type: 'checkbox' })}
      />
    </Section>
  );
}
