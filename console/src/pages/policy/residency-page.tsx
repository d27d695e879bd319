import { Fieldset, Grid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CardBoundary } from '../../components/card-boundary';
import { Choice } from '../../components/choice';
import { Page } from '../../components/page';
import { Section } from '../../components/section';
import { Impact } from './impact';
import { OrganisationEditing, type Form } from '../../components/organisation-editing';
import { PlacesSection } from './places-section';
import { RefusalSection } from './refusal-section';
import { WhoSection } from './who-section';

const MODES = ['off', 'report', 'enforce'] as const;
export const PRESETS = [
  'eu',
  'eea_ch',
  'eu_adequate',
  'sovereign_eu',
  'local',
  'anything',
] as const;

/** Where calls may be processed, and what another policy would do to the calls of last week. */
export function ResidencyPage() {
  const { t } = useTranslation('policy');
  return (
    <Page title={t('residency.title')} about={t('residency.about')}>
      <OrganisationEditing>
        {({ form, patch }, _stored, isReadOnly) => (
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <Fieldset
                variant="unstyled"
                m={0}
                disabled={isReadOnly}
                aria-label={t('residency.policy')}
              >
                <Stack>
                  <PolicySection form={form} />
                  <PlacesSection form={form} isReadOnly={isReadOnly} />
                  <WhoSection form={form} isReadOnly={isReadOnly} />
                  <RefusalSection form={form} />
                </Stack>
              </Fieldset>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <CardBoundary>
                <Impact wanted={patch['residency']} />
              </CardBoundary>
            </Grid.Col>
          </Grid>
        )}
      </OrganisationEditing>
    </Page>
  );
}

function PolicySection({ form }: { form: Form }) {
  const { t } = useTranslation('policy');
  return (
    <Section title={t('residency.policy')} about={t('residency.policy_about')}>
      <Choice
        label={t('residency.mode')}
        options={MODES.map((value) => ({
          value,
          label: t(`residency.modes.${value}`),
          about: t(`residency.modes_about.${value}`),
        }))}
        {...form.getInputProps('residency.mode')}
      />
      <Choice
        label={t('residency.preset')}
        description={t('residency.preset_about')}
        options={PRESETS.map((value) => ({
          value,
          label: t(`presets.${value}`),
          about: t(`presets_about.${value}`),
        }))}
        {...form.getInputProps('residency.preset')}
      />
    </Section>
  );
}
