import { Alert, Group, List, Stack, Text } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { askAnew, useReach } from '../../api/session';
import { Facts } from '../../components/facts';
import { Place } from '../../components/place';
import { ReasonButton } from '../../components/reason-button';
import { Section } from '../../components/section';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { formatCount, formatMs } from '../../lib/numbers';
import { PROVIDER, TONES, verdictOf, type Family, type Provider } from './provider-model';
import { useFamilies } from './use-families';

const MODELS_SHOWN = 40;

/** What the last test has found, and another one at the press of a button. */
export function TestProvider({ provider }: { provider: Provider }) {
  const { t } = useTranslation(['routing', 'common']);
  const queries = useQueryClient();
  const canManage = useReach('provider:manage') !== undefined;
  const family = useFamilies().find((one) => one.family === provider.settings.family);
  const { mutate, isPending } = api.useMutation('post', `${PROVIDER}/test`, {
    onSuccess: () => void askAnew(queries),
  });
  const { id, last_test: test } = provider;
  return (
    <Section title={t('providers.test.title')} about={aboutTest(family, t)}>
      <Group justify="space-between">
        <Group gap="xs" role="status">
          {test && <Headline test={test} />}
        </Group>
        <ReasonButton
          size="xs"
          leftSection={<IconPlugConnected size={14} aria-hidden />}
          loading={isPending}
          reason={canManage ? undefined : t('common:read_only')}
          onClick={() => mutate({ params: { path: { id } } })}
        >
          {t(test ? 'providers.test.again' : 'providers.test.action')}
        </ReasonButton>
      </Group>
      {test && !test.current && <Alert color="yellow">{t('providers.test.stale')}</Alert>}
      {test && <Findings provider={provider} test={test} />}
    </Section>
  );
}

function aboutTest(family: Family | undefined, t: TFunction<['routing', 'common']>): string {
  if (!family || family.lists_models)
    return t('providers.test.about', { context: family?.family ?? '' });
  const isExchanged = family.secret === 'service_account';
  return t(isExchanged ? 'providers.test.about_exchange' : 'providers.test.about_unlisted');
}

type LastTest = NonNullable<Provider['last_test']>;

function Headline({ test }: { test: LastTest }) {
  const { t } = useTranslation('routing');
  const verdict = verdictOf(test);
  return (
    <>
      <StatusBadge tone={TONES[verdict]}>{t(`providers.test.verdicts.${verdict}`)}</StatusBadge>
      <Text size="sm" c="dimmed">
        <When at={test.at} />{' '}
        {test.by ? t('providers.test.at_by', { name: test.by }) : t('providers.test.at_nobody')}
      </Text>
    </>
  );
}

function Findings({ provider, test }: { provider: Provider; test: LastTest }) {
  const { t } = useTranslation('routing');
  const { place } = provider;
  const answered = (isSo: boolean | null, check: LastTest['not_checked'][number]) => {
    const isUnknown = isSo === null || test.not_checked.includes(check);
    return t(
      isUnknown ? 'providers.test.unchecked' : isSo ? 'providers.test.yes' : 'providers.test.no',
    );
  };
  return (
    <Stack gap="sm">
      <Facts
        label={t('providers.test.title')}
        rows={[
          [t('providers.test.reachable'), answered(test.reachable, 'reachability')],
          [t('providers.test.authenticated'), answered(test.authenticated, 'authentication')],
          [
            t('providers.test.models_seen', { context: provider.settings.family }),
            test.models_seen === null
              ? t('providers.test.unchecked')
              : formatCount(test.models_seen),
          ],
          [t('providers.test.place'), place && <Place key="place" {...place} />],
          [t('providers.test.latency'), test.latency_ms !== null && formatMs(test.latency_ms)],
          [
            t('providers.test.status'),
            test.status !== null && t('providers.test.http', { status: test.status }),
          ],
          [
            t('providers.test.fault'),
            test.fault && t(`providers.test.faults.${test.fault as 'dns'}`, test.fault),
          ],
        ]}
      />
      {test.not_checked.length > 0 && (
        <Alert color="indigo" title={t('providers.test.not_checked')}>
          <List size="sm">
            {test.not_checked.map((check) => (
              <List.Item key={check}>{t(`providers.test.checks.${check}`)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Names label={t('providers.test.missing')} names={test.models_missing} isFault />
      <Names
        label={t('providers.test.seen', { context: provider.settings.family })}
        names={test.models}
      />
    </Stack>
  );
}

function Names(props: { label: string; names: readonly string[]; isFault?: boolean }) {
  const { t } = useTranslation('routing');
  const { label, names, isFault } = props;
  if (names.length === 0) return null;
  const left = names.length - MODELS_SHOWN;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600} {...(isFault && { c: 'var(--mantine-color-error)' })}>
        {label}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {names.slice(0, MODELS_SHOWN).join(', ')}
        {left > 0 && ` ${t('providers.test.more', { count: left })}`}
      </Text>
    </Stack>
  );
}
