import { Alert, Badge, Card, Group, List, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconArrowRight, IconBan, IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { Place } from './place';
import { Section } from './section';
import { StatusBadge } from './status-badge';

type Route = Schemas['RouteView'];
type Candidate = Schemas['CandidateView'];

/** Where the request would go, and of each candidate what it passed and what stops it. */
export function RouteExplained({ route }: { route: Route }) {
  const { t } = useTranslation('routing');
  const { candidates, alias, requested, policy, auto } = route;
  return (
    <Stack>
      <div role="status">
        <Answer route={route} />
      </div>
      {auto !== null && <Steps auto={auto} />}
      {candidates.length > 0 && (
        <Section
          title={t('explain.candidates')}
          about={
            <>
              {t('explain.asked')}: {requested}
              {alias !== null && ` (${t('explain.by_alias', { name: alias })})`}
              {policy !== null && ` · ${t('explain.policy')}: ${policy}`}
            </>
          }
        >
          {candidates.map((candidate, index) => (
            <CandidateCard key={candidate.endpoint} candidate={candidate} place={index + 1} />
          ))}
          {alias !== null && auto === null && (
            <Text size="xs" c="dimmed">
              {t('explain.drawn')}
            </Text>
          )}
        </Section>
      )}
    </Stack>
  );
}

/** How `gw/auto` came to its models, in the sentences of the API. */
function Steps({ auto: { route, demand, why } }: { auto: NonNullable<Route['auto']> }) {
  const { t } = useTranslation('routing');
  return (
    <Section
      title={t('explain.auto')}
      action={
        <Group gap={6}>
          <StatusBadge tone="info">{t('explain.auto_route', { route })}</StatusBadge>
          <StatusBadge tone="info">{t('explain.auto_demand', { demand })}</StatusBadge>
        </Group>
      }
    >
      <List type="ordered" size="sm" spacing={4}>
        {why.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
    </Section>
  );
}

function Answer({ route: { tried, error } }: { route: Route }) {
  const { t } = useTranslation('routing');
  const [first, ...others] = tried;
  if (error !== null || first === undefined) {
    return (
      <Alert color="red" icon={<IconBan size={18} aria-hidden />} title={t('explain.nowhere')}>
        {error ?? t('explain.nowhere_detail')}
      </Alert>
    );
  }
  return (
    <Alert color="teal" icon={<IconArrowRight size={18} aria-hidden />} title={t('explain.leads')}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {first}
      </Text>
      {others.length > 0 && (
        <>
          <Text size="sm">{t('explain.then')}</Text>
          <List type="ordered" size="sm">
            {others.map((endpoint) => (
              <List.Item key={endpoint}>{endpoint}</List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  );
}

function CandidateCard({ candidate, place }: { candidate: Candidate; place: number }) {
  const { t } = useTranslation('routing');
  const { endpoint, verdict, residency, exception, filters, credential } = candidate;
  const isChosen = verdict === 'chosen';
  return (
    <Card withBorder padding="sm">
      <Group wrap="nowrap" align="flex-start">
        <ThemeIcon variant="light" color={isChosen ? 'teal' : 'gray'} radius="xl" aria-hidden>
          {place}
        </ThemeIcon>
        <Stack gap={6} miw={0} flex={1}>
          <Group gap="xs" justify="space-between">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {endpoint}
            </Text>
            <Group gap="xs">
              <Place {...candidate} />
              <Text span size="xs" c="dimmed">
                {t(`explain.${credential}`)}
              </Text>
            </Group>
          </Group>
          <Text size="sm" {...(!isChosen && { c: 'var(--mantine-color-error)' })}>
            {t(`explain.verdicts.${verdict as 'chosen'}`, verdict)}
          </Text>
          {residency !== null && residency !== 'allowed' && (
            <Text size="sm">
              {t('explain.residency', {
                verdict: t(`explain.residencies.${residency as 'allowed'}`, residency),
              })}
            </Text>
          )}
          {exception !== null && (
            <Text size="sm">{t('explain.exception', { reason: exception })}</Text>
          )}
          <Filters filters={filters} />
        </Stack>
      </Group>
    </Card>
  );
}

/** In the order in which they are asked, up to the one that stops it. */
function Filters({ filters }: { filters: Candidate['filters'] }) {
  const { t } = useTranslation('routing');
  return (
    <Group gap={6} role="list">
      {filters.map(({ name, passes }) => {
        const filter = t(`explain.filters.${name as 'health'}`, name);
        return (
          <div key={name} role="listitem">
            <Badge
              variant="light"
              color={passes ? 'teal' : 'red'}
              tt="none"
              fw={500}
              leftSection={
                passes ? <IconCheck size={12} aria-hidden /> : <IconX size={12} aria-hidden />
              }
            >
              {t(passes ? 'explain.passes' : 'explain.stops', { filter })}
            </Badge>
          </div>
        );
      })}
    </Group>
  );
}
