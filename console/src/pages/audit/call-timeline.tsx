import { Anchor, Code, Group, Stack, Text, Timeline, Title } from '@mantine/core';
import { IconCoin, IconRoute, IconShieldLock, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../components/copy-text';
import { Money } from '../../components/money';
import { InjectionBadge } from '../../components/injection-badge';
import { StatusBadge } from '../../components/status-badge';
import type { Entry } from './call-model';
import { CallWaterfall } from './call-waterfall';
import type { Told } from './read-entry';

/** The way of the call: Inspect, Route, Seal, Meter, and what each step found or did. */
export function CallTimeline({ entry, told }: { entry: Entry; told: Told }) {
  const { t } = useTranslation('audit');
  const gateway = entry.steps.find(({ step }) => step === 'gateway');
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{t('way.title')}</Title>
        {gateway && (
          <Text size="sm" c="dimmed">
            {t('way.gateway', { ms: gateway.ms })}
          </Text>
        )}
      </Group>
      {told.refusal && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('way.refused', told.refusal)}{' '}
          <Anchor size="sm" href={`/docs/errors#:~:text=${told.refusal.code}`} target="_blank">
            {t('way.what_to_do')}
          </Anchor>
        </Text>
      )}
      <CallWaterfall steps={entry.steps} latencyMs={told.latencyMs ?? 0} />
      <Timeline bulletSize={26} lineWidth={2} active={4}>
        <Timeline.Item bullet={<IconShieldLock size={14} aria-hidden />} title={t('way.inspect')}>
          <Inspected told={told} />
        </Timeline.Item>
        <Timeline.Item bullet={<IconRoute size={14} aria-hidden />} title={t('way.route')}>
          <Routed entry={entry} told={told} />
        </Timeline.Item>
        <Timeline.Item bullet={<IconLock size={14} aria-hidden />} title={t('way.seal')}>
          <Sealed entry={entry} />
        </Timeline.Item>
        <Timeline.Item bullet={<IconCoin size={14} aria-hidden />} title={t('way.meter')}>
          <Metered told={told} />
        </Timeline.Item>
      </Timeline>
    </Stack>
  );
}

function Inspected({ told: { protection, scope, marks } }: { told: Told }) {
  const { t } = useTranslation('audit');
  if (!protection) return <Quiet>{t('way.not_reached')}</Quiet>;
  const { found, injections, issued, restored, mode } = protection;
  return (
    <Stack gap={4}>
      <Quiet>{t('way.mode', { mode })}</Quiet>
      {found.length + injections.length === 0 && <Text size="sm">{t('way.nothing_found')}</Text>}
      {found.map(({ kind, count, action, place }) => (
        <Group key={`${kind} ${place} ${action}`} gap={6}>
          <StatusBadge tone="info">{`${kind} × ${count}`}</StatusBadge>
          <Text size="sm">{t('way.found', { action, place })}</Text>
        </Group>
      ))}
      {injections.map(({ kind, place, score, offset }, index) => (
        // Two results that say the same have it at the same place.
        <Group key={index} gap={6}>
          <InjectionBadge kind={kind} />
          <Text size="sm">{t('way.injection', { place, score, offset })}</Text>
        </Group>
      ))}
      {issued > 0 && <Quiet>{t('way.pseudonyms', { issued, restored })}</Quiet>}
      {scope && <Quiet>{t('way.scope', { verdict: scope })}</Quiet>}
      {marks.map((mark) => (
        <StatusBadge key={mark} tone="warn">
          {mark}
        </StatusBadge>
      ))}
    </Stack>
  );
}

function Routed({ entry, told }: { entry: Entry; told: Told }) {
  const { t } = useTranslation('audit');
  const attempts = entry.steps.filter(({ step }) => step === 'attempt');
  if (attempts.length === 0 && !told.routed) return <Quiet>{t('way.not_reached')}</Quiet>;
  return (
    <Stack gap={4}>
      {told.routed && (
        <Text size="sm">{t('way.routed', { model: told.routed, reason: told.reason ?? '' })}</Text>
      )}
      {told.residency && (
        <Quiet>
          {t('way.residency', { ...told.residency, place: told.jurisdiction ?? t('way.unknown') })}
        </Quiet>
      )}
      {attempts.map(({ provider, status, ms, error }, index) => (
        // Attempts have no identity but their order.
        <Group key={index} gap={6}>
          <StatusBadge tone={status !== null && status < 400 ? 'good' : 'bad'}>
            {String(status ?? error ?? '')}
          </StatusBadge>
          <Text size="sm">{t('way.attempt', { provider, ms })}</Text>
        </Group>
      ))}
    </Stack>
  );
}

function Sealed({ entry }: { entry: Entry }) {
  const { t } = useTranslation('audit');
  return (
    <Stack gap={4}>
      <Text size="sm">
        {entry.sealed ? t('way.sealed', { seq: entry.seq ?? 0 }) : t('way.unsealed')}
        {entry.covered_by !== null && ` ${t('way.covered', { size: entry.covered_by })}`}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Quiet>{t('way.leaf')}</Quiet>
        <CopyText text={entry.leaf_hash} size="xs" />
      </Group>
    </Stack>
  );
}

function Metered({ told: { price, tokens } }: { told: Told }) {
  const { t } = useTranslation('audit');
  if (!price) return <Quiet>{t('way.nothing_charged')}</Quiet>;
  return (
    <Stack gap={4}>
      <Group gap={6}>
        <Text size="sm">
          {t('way.held')} <Money amount={price.held} currency={price.currency} />
        </Text>
        <Text size="sm">{t('way.settled')}</Text>
        <Text span fw={600} size="sm">
          <Money amount={price.settled} currency={price.currency} />
        </Text>
      </Group>
      {price.saved !== null && (
        <Text size="sm">
          {t('way.cached')} <Money amount={price.saved} currency={price.currency} />
        </Text>
      )}
      {tokens && (
        <Quiet>
          <Code>{tokens.read.toLocaleString('en')}</Code> {t('way.tokens_in')}{' '}
          <Code>{tokens.written.toLocaleString('en')}</Code> {t('way.tokens_out')}
        </Quiet>
      )}
    </Stack>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);
