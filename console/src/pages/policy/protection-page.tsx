import { Box, Fieldset, Grid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReach } from '../../api/session';
import { CardBoundary } from '../../components/card-boundary';
import { KindRules } from '../../components/kind-rules';
import { Page } from '../../components/page';
import { Section } from '../../components/section';
import { AnswersSection } from './answers-section';
import { DataSection } from './data-section';
import { FindingsChart } from './findings-chart';
import { FurtherSection } from './further-section';
import { ModeSection } from './mode-section';
import { OrganisationEditing } from '../../components/organisation-editing';
import { OwnSection } from './own-section';
import { TryIt } from './try-it';

/** What is done about personal data and secrets, for all workloads; tried on a text beside it. */
export function ProtectionPage() {
  const { t } = useTranslation('policy');
  const readsUsage = useReach('usage:read') !== undefined;
  return (
    <Page title={t('protection.title')} about={t('protection.about')}>
      <OrganisationEditing>
        {({ form, patch }, _stored, isReadOnly) => (
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <Fieldset
                variant="unstyled"
                m={0}
                disabled={isReadOnly}
                aria-label={t('protection.policy')}
              >
                <Stack>
                  <ModeSection form={form} />
                  <Section title={t('kinds.title')} about={t('kinds.about')}>
                    <KindRules
                      label={t('kinds.rules')}
                      rules={form.values.protection.kinds}
                      onChange={(rules) => form.setFieldValue('protection.kinds', rules)}
                      errors={form.errors}
                      path="protection.kinds"
                    />
                  </Section>
                  <OwnSection form={form} />
                  <AnswersSection form={form} />
                  <DataSection form={form} />
                  <FurtherSection form={form} />
                </Stack>
              </Fieldset>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 5 }}>
              <Box pos={{ base: 'static', lg: 'sticky' }} top={76}>
                <TryIt
                  mode={form.values.protection.mode}
                  wanted={isReadOnly ? undefined : patch['protection']}
                />
              </Box>
            </Grid.Col>
          </Grid>
        )}
      </OrganisationEditing>
      {readsUsage && (
        <CardBoundary>
          <FindingsChart />
        </CardBoundary>
      )}
    </Page>
  );
}
