import { Alert, Card, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../../api/client';
import { Changes } from '../../../components/changes';
import { StatusBadge } from '../../../components/status-badge';

const TONES = { create: 'good', update: 'info', delete: 'bad' } as const;

/** One thing that a plan makes, changes or takes away. */
export function PlannedChange({ change }: { change: Schemas['PlannedChangeView'] }) {
  const { t } = useTranslation('settings');
  const { kind, name, action, managed_by_file: isOfFile, loosens, fields } = change;
  const about = kind === 'exchange_rates' ? t('code.kinds.exchange_rates') : name;
  return (
    <Card withBorder padding="sm">
      <Stack gap="sm">
        <Group gap="xs">
          <StatusBadge tone={TONES[action]}>{t(`code.actions.${action}`)}</StatusBadge>
          <Text size="sm" c="dimmed">
            {t(`code.kinds.${kind}`)}
          </Text>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        </Group>
        {isOfFile && (
          <Alert color="red" py="xs">
            {t('code.by_file')}
          </Alert>
        )}
        {loosens.length > 0 && (
          <Alert color="yellow" py="xs">
            {t('code.loosens', { paths: loosens.join(', ') })}
          </Alert>
        )}
        <Changes
          label={about}
          changes={fields.map(({ path, from, to }) => ({
            path,
            from: JSON.parse(from) as unknown,
            to: JSON.parse(to) as unknown,
          }))}
        />
      </Stack>
    </Card>
  );
}
