import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../api/client';
import { CopyText } from './copy-text';
import { Loadable } from './loadable';
import { Money } from './money';
import { StatusBadge } from './status-badge';
import { formatMs } from '../lib/numbers';

type CallRecord = Schemas['PlaygroundCallView'];

/** What a call was found to hold, where it went and what it cost, once it is on record. */
export function CallFacts({ id }: { id: string }) {
  const { t } = useTranslation(['playground', 'common']);
  const query = api.useQuery(
    'get',
    '/admin/v1/playground/calls/{id}',
    { params: { path: { id } } },
    { staleTime: Infinity },
  );
  return (
    <Stack gap={6} role="group" aria-label={t('facts.label')}>
      <Loadable query={query}>{(call) => <Facts call={call} />}</Loadable>
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {t('common:request_id')}
        </Text>
        <CopyText text={id} size="xs" />
        <Anchor
          size="sm"
          target="_blank"
          renderRoot={(root) => <Link to="/audit" search={{ call: id }} {...root} />}
        >
          {t('facts.row')}
        </Anchor>
      </Group>
    </Stack>
  );
}

function Facts({ call }: { call: CallRecord }) {
  const { t } = useTranslation('playground');
  const { cost, currency, model_served: model, jurisdiction, route_reason: reason } = call;
  const { tokens_in: read, tokens_out: written, ttft_ms: first, latency_ms: latency } = call;
  const speed = speedOf(call);
  const facts = [
    read !== null && t('facts.tokens', { read, written: written ?? 0 }),
    speed !== null && t('facts.speed', { count: speed }),
    latency !== null &&
      t('facts.took', { time: formatMs(latency), gateway: formatMs(call.gateway_ms) }),
    first !== null && written !== 0 && t('facts.first', { time: formatMs(first) }),
    model && t('facts.served', { model, place: jurisdiction ?? '—', reason: reason ?? '—' }),
    call.attempts > 1 && t('facts.attempts', { count: call.attempts }),
  ].filter((fact) => typeof fact === 'string');
  const findings = Object.entries<number>(call.findings);
  return (
    <Stack gap={6}>
      <Text size="sm" className="tabular">
        {cost !== null && (
          <Text span fw={600} inherit>
            <Money amount={cost} {...(currency && { currency })} />
            {' · '}
          </Text>
        )}
        {facts.join(' · ')}
      </Text>
      <Group gap={6}>
        {findings.map(([kind, count]) => (
          <StatusBadge key={kind} tone="info">{`${kind} × ${count}`}</StatusBadge>
        ))}
        {findings.length > 0 && call.protection && (
          <StatusBadge tone={call.protection === 'blocked' ? 'bad' : 'quiet'}>
            {call.protection}
          </StatusBadge>
        )}
        {findings.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('facts.found_none')}
          </Text>
        )}
      </Group>
    </Stack>
  );
}

/** From the first word to the last; null where there was hardly any time to measure. */
function speedOf({ tokens_out: written, latency_ms: latency, ttft_ms: first }: CallRecord) {
  if (!written || latency === null) return null;
  const seconds = (latency - (first ?? 0)) / 1_000;
  return seconds < 0.01 ? null : Math.round(written / seconds);
}
