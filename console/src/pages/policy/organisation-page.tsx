import { Fieldset, Select, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { CopyText } from '../../components/copy-text';
import { Page } from '../../components/page';
import { Section } from '../../components/section';
import { OrganisationEditing, type Form } from '../../components/organisation-editing';

const PROVIDERS_MAX = 200;

/** What the organisation is called, and by which time its days are cut. */
export function OrganisationPage() {
  const { t } = useTranslation('policy');
  return (
    <Page title={t('organisation.title')} about={t('organisation.about')}>
      <OrganisationEditing>
        {({ form }, stored, isReadOnly) => (
          <Fieldset
            variant="unstyled"
            m={0}
            disabled={isReadOnly}
            aria-label={t('organisation.general')}
          >
            <Stack maw={860}>
              <Section title={t('organisation.general')}>
                <TextInput
                  label={t('organisation.name')}
                  description={t('organisation.name_about')}
                  required
                  maxLength={200}
                  autoComplete="off"
                  {...form.getInputProps('name')}
                />
                <Stack gap={4} align="flex-start">
                  <Text size="sm" fw={500}>
                    {t('organisation.id')}
                  </Text>
                  <CopyText text={stored.id} />
                </Stack>
              </Section>
              <Section title={t('organisation.time')} about={t('organisation.time_about')}>
                <Select
                  label={t('organisation.time_zone')}
                  searchable
                  allowDeselect={false}
                  limit={100}
                  maw={420}
                  data={zonesWith(form.values.time_zone)}
                  {...form.getInputProps('time_zone')}
                />
                <TextInput
                  label={t('organisation.currency')}
                  description={t('organisation.currency_about')}
                  value={form.values.currency}
                  readOnly
                  maw={420}
                />
              </Section>
              <Section title={t('organisation.routing')} about={t('organisation.routing_about')}>
                <DefaultProvider form={form} />
              </Section>
            </Stack>
          </Fieldset>
        )}
      </OrganisationEditing>
    </Page>
  );
}

/** Which provider is meant where a caller leaves that out. */
function DefaultProvider({ form }: { form: Form }) {
  const { t } = useTranslation('policy');
  const reads = useReach('provider:read') !== undefined;
  const { data } = api.useQuery(
    'get',
    '/admin/v1/providers',
    { params: { query: { limit: PROVIDERS_MAX } } },
    { enabled: reads },
  );
  const stored = form.values.default_provider;
  const names = new Set([
    ...(data?.data ?? []).map(({ name }) => name),
    ...(stored ? [stored] : []),
  ]);
  return (
    <Select
      label={t('organisation.provider')}
      description={t('organisation.provider_about')}
      placeholder={t('organisation.provider_none')}
      clearable
      clearButtonProps={{ 'aria-label': t('organisation.provider_none') }}
      maw={420}
      data={[...names]}
      {...form.getInputProps('default_provider')}
      value={stored ?? null}
      onChange={(name) => form.setFieldValue('default_provider', name ?? undefined)}
    />
  );
}

/** Browsers leave out UTC, and names that have become others. */
const zonesWith = (zone: string): string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), zone]),
];
