import { Button, Fieldset, Grid, Stack } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReach } from '../../api/session';
import { CardBoundary } from '../../components/card-boundary';
import { EmptyState } from '../../components/empty-state';
import { OrganisationEditing } from '../../components/organisation-editing';
import { Page } from '../../components/page';
import { START } from './auto-model';
import { DemandSection } from './demand-section';
import { ExplainSection } from './explain-section';
import { ReplaySection } from './replay-section';
import { TiersSection } from './tiers-section';

/** Which models `gw/auto` leads to, why a request would go where, and what another policy would have cost. */
export function AutoPage() {
  const { t } = useTranslation('auto');
  const explains = useReach('alias:read') !== undefined;
  const replays = useReach('config:read') !== undefined;
  return (
    <Page title={t('title')} about={t('about')}>
      <OrganisationEditing>
        {({ form, patch, base }, _stored, isReadOnly) =>
          form.values.auto ? (
            <Grid gap="lg">
              <Grid.Col span={{ base: 12, lg: 7 }}>
                <Fieldset variant="unstyled" m={0} disabled={isReadOnly} aria-label={t('policy')}>
                  <Stack>
                    <TiersSection form={form} auto={form.values.auto} isReadOnly={isReadOnly} />
                    <DemandSection form={form} isReadOnly={isReadOnly} />
                  </Stack>
                </Fieldset>
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 5 }}>
                <Stack>
                  {explains && base.settings.auto && (
                    <CardBoundary>
                      <ExplainSection isChanged={patch['auto'] !== undefined} />
                    </CardBoundary>
                  )}
                  {replays && (
                    <CardBoundary>
                      <ReplaySection wanted={patch['auto']} />
                    </CardBoundary>
                  )}
                </Stack>
              </Grid.Col>
            </Grid>
          ) : (
            <EmptyState
              icon={IconRoute}
              text={t('empty')}
              docs="/docs"
              action={
                !isReadOnly && (
                  <Button
                    onClick={() => form.setFieldValue('auto', structuredClone(START))}
                    data-shortcut="n"
                  >
                    {t('set_up')}
                  </Button>
                )
              }
            />
          )
        }
      </OrganisationEditing>
    </Page>
  );
}
