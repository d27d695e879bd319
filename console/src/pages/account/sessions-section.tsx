import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { Loadable } from '../../components/loadable';
import { notifyDone } from '../../components/notify';
import { Section } from '../../components/section';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { browserOf } from './browser-of';
import { useRefresh } from './use-refresh';

type Session = Schemas['OpenSessionView'];

/** The browsers that one is signed in with. */
export function SessionsSection() {
  const { t } = useTranslation('account');
  const sessions = api.useQuery('get', '/admin/v1/account/sessions');
  return (
    <Section title={t('sessions.title')} about={t('sessions.about')}>
      <Loadable query={sessions}>
        {({ data }) => (
          <Stack gap="md" component="ul" m={0} p={0}>
            {data.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </Stack>
        )}
      </Loadable>
    </Section>
  );
}

function Row({ session }: { session: Session }) {
  const { t } = useTranslation('account');
  const refresh = useRefresh();
  const {
    id,
    current: isCurrent,
    ip,
    user_agent: agent,
    seen_at: seen,
    created_at: begun,
  } = session;
  const { mutate, isPending } = api.useMutation('delete', '/admin/v1/account/sessions/{id}', {
    onSuccess: async () => {
      notifyDone(t('sessions.ended'));
      await refresh();
    },
  });
  const browser = browserOf(agent) ?? t('sessions.unknown');
  return (
    <Group component="li" wrap="nowrap" align="flex-start" style={{ listStyle: 'none' }}>
      <IconDeviceDesktop size={20} stroke={1.6} aria-hidden />
      <Stack gap={0} flex={1} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {browser}
          </Text>
          {isCurrent && <StatusBadge tone="good">{t('sessions.current')}</StatusBadge>}
        </Group>
        <Text size="sm" c="dimmed">
          {ip && <>{ip} · </>}
          {t('sessions.seen')} <When at={seen} /> · {t('sessions.begun')} <When at={begun} />
        </Text>
      </Stack>
      {!isCurrent && (
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          onClick={() => mutate({ params: { path: { id } } })}
          aria-label={t('sessions.end_of', { browser })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </Group>
  );
}
