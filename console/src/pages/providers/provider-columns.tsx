import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Place } from '../../components/place';
import type { Column } from '../../components/resource-table';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { TONES, verdictOf, type Provider } from './provider-model';
import { SecretShown } from './secret-shown';

export function useProviderColumns(): Column<Provider>[] {
  const { t } = useTranslation('routing');
  return [
    {
      key: 'name',
      header: t('name'),
      width: 160,
      cell: (provider) => <Named provider={provider} />,
    },
    {
      key: 'address',
      header: t('providers.address'),
      from: 'lg',
      cell: ({ settings }) => (
        <Text size="sm" maw={200} truncate title={settings.base_url}>
          {settings.base_url.replace(/^https:\/\//, '')}
        </Text>
      ),
    },
    {
      key: 'secret',
      header: t('providers.secret'),
      from: 'md',
      cell: ({ secret, settings: { credential } }) => (
        <Stack gap={2} align="flex-start">
          <SecretShown secret={secret} />
          <Text size="xs" c="dimmed">
            {t(`providers.credentials.${credential}`)}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'place',
      header: t('providers.place'),
      from: 'sm',
      cell: ({ place }) => place && <Place {...place} />,
    },
    {
      key: 'test',
      header: t('providers.last_test'),
      from: 'sm',
      cell: ({ last_test: test }) => <LastTest test={test} />,
    },
    {
      key: 'used',
      header: t('used'),
      from: 'lg',
      cell: ({ last_used_at: used, created_at: made }) => (
        <Stack gap={2}>
          <Text size="sm">{used ? <When at={used} /> : t('never_used')}</Text>
          {made && (
            <Text size="xs" c="dimmed">
              {t('made')} <When at={made} />
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'status',
      header: t('providers.status'),
      cell: ({ settings: { enabled } }) => (
        <StatusBadge tone={enabled ? 'good' : 'quiet'}>
          {t(enabled ? 'providers.enabled' : 'providers.disabled')}
        </StatusBadge>
      ),
    },
  ];
}

function Named({
  provider: { name, settings, managed_by_file: isOfFile },
}: {
  provider: Provider;
}) {
  const { t } = useTranslation('routing');
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Anchor
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
          renderRoot={(root) => (
            <Link
              to="/providers"
              search={(before) => ({ ...before, provider: name })}
              {...root}
              onClick={(event: { stopPropagation: () => void }) => event.stopPropagation()}
            />
          )}
        >
          {name}
        </Anchor>
        {isOfFile && <StatusBadge tone="info">{t('of_file')}</StatusBadge>}
      </Group>
      <Text size="xs" c="dimmed">
        {settings.family}
        {settings.region ? ` · ${settings.region}` : ''}
      </Text>
    </Stack>
  );
}

/** Its verdict and its age. One of an earlier version says little. */
function LastTest({ test }: { test: Provider['last_test'] }) {
  const { t } = useTranslation('routing');
  if (!test) {
    return (
      <Text span size="sm" c="dimmed">
        {t('providers.never_tested')}
      </Text>
    );
  }
  const verdict = verdictOf(test);
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone={test.current ? TONES[verdict] : 'quiet'}>
        {t(`providers.test.verdicts.${verdict}`)}
      </StatusBadge>
      <Text size="xs" c="dimmed">
        <When at={test.at} />
      </Text>
    </Stack>
  );
}
