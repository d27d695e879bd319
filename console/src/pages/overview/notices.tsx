import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import type { Place } from '../../app/places';
import { usePlaces } from '../../app/use-places';

type Notice = Schemas['NoticeView']['notice'];

/** Where it is seen in full, and something is done about it. */
const PAGES = {
  breaker_open: '/health',
  log_broken: '/audit',
  log_not_verified: '/audit',
  rows_set_aside: '/health',
  limit_near: '/settings/limits',
  key_expiring: '/keys',
} as const satisfies Record<Notice, string>;
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** What wants somebody to look. */
export function Notices({ notices }: { notices: readonly Schemas['NoticeView'][] }) {
  const { t } = useTranslation('overview');
  const places = usePlaces().flatMap((group) => group.places);
  const placeOf = (notice: Notice) => places.find(({ to }) => to === PAGES[notice]);
  if (notices.length === 0) return null;
  return (
    <Stack gap="xs">
      {notices.map(({ notice, level, about }) => (
        <Alert
          key={`${notice} ${JSON.stringify(about)}`}
          color={level === 'error' ? 'red' : 'yellow'}
          icon={<IconAlertTriangle size={18} aria-hidden />}
          py="xs"
        >
          <Group gap="sm">
            <Text size="sm">{t(`notices.${notice as 'log_broken'}`, wordsOf(about))}</Text>
            <ToPlace place={placeOf(notice)} />
          </Group>
        </Alert>
      ))}
    </Stack>
  );
}

/** Nothing where the page is not the reader's. */
function ToPlace({ place }: { place: Place | undefined }) {
  const { t } = useTranslation();
  if (!place) return null;
  return (
    <Anchor
      size="sm"
      c="inherit"
      underline="always"
      renderRoot={(root) => <Link to={place.to} {...root} />}
    >
      {t(`places.${place.name}`)}
    </Anchor>
  );
}

type Words = Readonly<
  Record<
    'workload' | 'provider' | 'model' | 'seq' | 'rows' | 'limit' | 'percent' | 'name' | 'expires',
    string
  >
>;

/** What stands in the sentences, as people read it. */
function wordsOf(about: Readonly<Record<string, unknown>>): Words {
  const { share, expires_at: expires, ...rest } = about;
  const words: Record<string, string> = {
    workload: '',
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
    ...(typeof share === 'number' && { percent: String(Math.round(share * 100)) }),
    ...(typeof expires === 'string' && { expires: DAY.format(new Date(expires)) }),
  };
  return words as unknown as Words;
}
