import { Alert, Fieldset, SimpleGrid, Group, Select, Switch, TagsInput, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client, ifMatch, type Schemas } from '../../../api/client';
import { askAnew, useReach } from '../../../api/session';
import { MoneyInput } from '../../../components/money-input';
import { notifyDone } from '../../../components/notify';
import { SaveBar } from '../../../components/save-bar';
import { Section } from '../../../components/section';
import { useSettingsForm } from '../../../components/use-settings-form';

type Organisation = Schemas['OrganisationView'];
type Settings = Schemas['OrganisationDto'];
type Props = { form: UseFormReturnType<Settings>; isReadOnly: boolean };

const PATH = '/admin/v1/organisation';
const PERIODS = ['monthly', 'daily', 'total'] as const;
const THRESHOLDS = [50, 80, 100];
const THRESHOLDS_MAX = 10;
const EMAILS_MAX = 20;

/** Cap and alerts of the organisation. */
export function CapForm({ organisation }: { organisation: Organisation }) {
  const { t } = useTranslation(['settings', 'common']);
  const queries = useQueryClient();
  const canUpdate = useReach('organisation:update') !== undefined;
  const { managed_by_file: isOfFile } = organisation;
  const isReadOnly = isOfFile || !canUpdate;
  const editing = useSettingsForm<Settings>({
    stored: organisation,
    patch: async (patch, version) => {
      const body = patch as unknown as Settings;
      return answered(await client.PATCH(PATH, { params: ifMatch(version), body }));
    },
    read: async () => answered(await client.GET(PATH)),
    onSaved: () => {
      notifyDone(t('limits.saved'));
      void askAnew(queries);
    },
  });
  const parts = { form: editing.form, isReadOnly };
  return (
    <>
      {isReadOnly && (
        <Alert color="indigo">{t(isOfFile ? 'common:by_file' : 'common:read_only')}</Alert>
      )}
      <Fieldset variant="unstyled" mx={0} disabled={isReadOnly} aria-label={t('limits.cap')}>
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <Cap {...parts} />
          <Alerts {...parts} />
        </SimpleGrid>
      </Fieldset>
      <SaveBar editing={editing} />
    </>
  );
}

function Cap({ form }: Props) {
  const { t } = useTranslation('settings');
  const { cap } = form.values;
  return (
    <Section title={t('limits.cap')} about={t('limits.cap_about')}>
      <Switch
        label={t('limits.has_cap')}
        checked={cap !== undefined}
        onChange={({ currentTarget: { checked } }) =>
          form.setFieldValue('cap', checked ? { amount: '', period: 'monthly' } : undefined)
        }
      />
      {cap && (
        <Group grow align="flex-start">
          <MoneyInput
            label={t('limits.amount')}
            required
            {...form.getInputProps('cap.amount')}
            onChange={(amount) => form.setFieldValue('cap.amount', amount)}
          />
          <Select
            label={t('limits.period')}
            data={PERIODS.map((value) => ({ value, label: t(`limits.periods.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps('cap.period')}
          />
        </Group>
      )}
    </Section>
  );
}

function Alerts({ form, isReadOnly }: Props) {
  const { t } = useTranslation('settings');
  const { alerts } = form.values;
  const none = { thresholds: THRESHOLDS, webhooks: [], emails: [] };
  return (
    <Section title={t('limits.alerts')} about={t('limits.alerts_about')}>
      <Switch
        label={t('limits.has_alerts')}
        checked={alerts !== undefined}
        onChange={({ currentTarget: { checked } }) =>
          form.setFieldValue('alerts', checked ? none : undefined)
        }
      />
      {alerts && (
        <>
          <TagsInput
            label={t('limits.thresholds')}
            description={t('limits.thresholds_help')}
            maxTags={THRESHOLDS_MAX}
            disabled={isReadOnly}
            splitChars={[',', ' ', '%']}
            error={form.errors['alerts.thresholds']}
            value={alerts.thresholds.map(String)}
            onChange={(given) => form.setFieldValue('alerts.thresholds', percentsIn(given))}
          />
          <TagsInput
            label={t('limits.emails')}
            description={t('limits.emails_help')}
            maxTags={EMAILS_MAX}
            disabled={isReadOnly}
            splitChars={[',', ' ']}
            {...form.getInputProps('alerts.emails')}
          />
          {alerts.webhooks.length > 0 && (
            <Text size="sm" c="dimmed">
              {t('limits.webhooks', { count: alerts.webhooks.length })}
            </Text>
          )}
        </>
      )}
    </Section>
  );
}

/** What is no number is not taken. */
const percentsIn = (given: readonly string[]): number[] =>
  given.map(Number).filter((percent) => Number.isInteger(percent) && percent > 0);

/** What the client has thrown otherwise. */
function answered({ data }: { data?: Organisation | undefined }): Organisation {
  if (!data) throw new Error('The API answered without the organisation.');
  return data;
}
