import { Button, Card, Group, List, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconLoader, IconRefresh, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Readiness, ReadinessCheck } from '#contract';
import type { Health } from '../../api/health';
import { useReach } from '../../api/session';
import { Page } from '../../components/page';
import { StatusBadge } from '../../components/status-badge';
import { OperatorsView } from './operators-view';
import { useHealth } from './use-health';

type Name = ReadinessCheck | 'process' | 'redis';

export function HealthPage() {
  const { t } = useTranslation('health');
  const { look, isChecking, check } = useHealth();
  const seesAll = useReach('system:read') !== undefined;
  const { isGood, title, detail } = verdictOn(look?.health, t);
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void check()}
          loading={isChecking}
          data-shortcut="r"
        >
          {t('check')}
        </Button>
      }
    >
      <Card withBorder padding="lg">
        {/* Announced only when the verdict changes; the time below would speak every five seconds. */}
        <Group role="status" wrap="nowrap">
          <ThemeIcon
            size={44}
            radius="xl"
            color={isGood === undefined ? 'gray' : isGood ? 'teal' : 'red'}
            aria-hidden
          >
            {isGood === undefined ? <IconLoader /> : isGood ? <IconCheck /> : <IconX />}
          </ThemeIcon>
          <Stack gap={2}>
            <Text fw={650} size="lg">
              {title}
            </Text>
            {detail && <Text size="sm">{detail}</Text>}
          </Stack>
        </Group>
      </Card>
      {look?.health.kind === 'answered' && <Checks {...look.health} />}
      {seesAll && <OperatorsView />}
      {look && (
        <Text size="sm" c="dimmed">
          {t('checked', { at: look.at.toLocaleTimeString() })}
        </Text>
      )}
    </Page>
  );
}

function Checks({ isAlive, readiness }: { isAlive: boolean; readiness: Readiness }) {
  const { t } = useTranslation('health');
  const { checks, rows_set_aside: aside, version } = readiness;
  const every = { process: isAlive ? 'ok' : 'failed', ...checks };
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {(Object.entries(every) as [Name, string][]).map(([name, state]) => (
          <Card withBorder key={name}>
            <Group justify="space-between" wrap="nowrap">
              <Text fw={600}>{t(`checks.${name}`)}</Text>
              <StatusBadge tone={state === 'ok' ? 'good' : 'bad'}>
                {t(state === 'ok' ? 'ok' : 'not_ok')}
              </StatusBadge>
            </Group>
            <Text size="sm" c="dimmed">
              {t(`checks_about.${name}`)}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
      <List size="sm" listStyleType="none">
        <List.Item>{t('version', { version })}</List.Item>
        <List.Item>
          {t('set_aside')}: <b>{aside}</b>
        </List.Item>
      </List>
    </>
  );
}

function verdictOn(
  health: Health | undefined,
  t: TFunction<'health'>,
): { isGood?: boolean; title: string; detail?: string } {
  switch (health?.kind) {
    case undefined:
      return { title: t('asking') };
    case 'unreachable':
      return { isGood: false, title: t('unreachable'), detail: t('unreachable_detail') };
    case 'unreadable': {
      const detail = t('unreadable_detail', { status: health.status });
      return { isGood: false, title: t('unreadable'), detail };
    }
    case 'answered':
      return verdictOnReadiness(health.readiness, t);
  }
}

function verdictOnReadiness({ status, checks }: Readiness, t: TFunction<'health'>) {
  if (status === 'ready') return { isGood: true, title: t('ready') };
  const failed = (Object.entries(checks) as [Name, string][])
    .filter(([, state]) => state !== 'ok')
    .map(([name]) => t(`checks.${name}`));
  const detail = failed.length > 0 ? t('failed', { names: failed.join(', ') }) : t('starting');
  return { isGood: false, title: t('unready'), detail };
}
