import { Alert, Button, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asWhole } from '../../api/as-list';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { EmptyState } from '../../components/empty-state';
import { Page } from '../../components/page';
import { ResourceTable, type Column } from '../../components/resource-table';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { useNow } from '../../lib/use-now';
import { NewToken } from './new-token';
import { RevokeToken } from './revoke-token';
import type { Token } from './token-model';

type State = 'active' | 'expired' | 'revoked';
const TONES = { active: 'good', expired: 'quiet', revoked: 'quiet' } as const;

export function TokensPage() {
  const { t } = useTranslation(['people', 'common']);
  const now = useNow();
  const canManage = useReach('token:manage') !== undefined;
  const [isMaking, { open, close }] = useDisclosure();
  const [revoked, setRevoked] = useState<Token | null>(null);
  const query = api.useQuery('get', '/admin/v1/tokens');
  const create = (
    <Tooltip label={t('common:read_only')} disabled={canManage}>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={open}
        data-shortcut="n"
        disabled={!canManage}
      >
        {t('tokens.new')}
      </Button>
    </Tooltip>
  );
  const columns: readonly Column<Token>[] = [
    ...describing(t, now),
    {
      key: 'actions',
      header: t('members.actions'),
      align: 'right',
      cell: (token) =>
        stateOf(token, now) === 'active' && (
          <Button
            size="xs"
            variant="default"
            disabled={!canManage}
            onClick={() => setRevoked(token)}
            aria-label={t('tokens.revoke_of', { name: token.name })}
          >
            {t('tokens.revoke')}
          </Button>
        ),
    },
  ];
  return (
    <Page title={t('tokens.title')} about={t('tokens.about')} actions={create}>
      {!canManage && <Alert color="indigo">{t('common:read_only')}</Alert>}
      <ResourceTable
        list={asWhole<Token>(query)}
        columns={columns}
        rowKey={({ id }) => id}
        label={t('tokens.title')}
        empty={<EmptyState icon={IconRobot} text={t('tokens.empty')} docs="/docs" />}
      />
      {isMaking && <NewToken onClose={close} />}
      {revoked && <RevokeToken token={revoked} onClose={() => setRevoked(null)} />}
    </Page>
  );
}

const describing = (t: TFunction<['people', 'common']>, now: Date): Column<Token>[] => [
  {
    key: 'name',
    header: t('tokens.name'),
    cell: ({ name }) => (
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
    ),
  },
  { key: 'role', header: t('members.role'), cell: ({ role }) => t(`common:roles.${role}`) },
  {
    key: 'state',
    header: t('members.status'),
    from: 'sm',
    cell: (token) => {
      const state = stateOf(token, now);
      return <StatusBadge tone={TONES[state]}>{t(`tokens.states.${state}`)}</StatusBadge>;
    },
  },
  {
    key: 'made',
    header: t('tokens.made'),
    from: 'md',
    cell: ({ created_at: at }) => <When at={at} />,
  },
  {
    key: 'used',
    header: t('tokens.used'),
    from: 'md',
    cell: ({ last_used_at: at }) => <When at={at} />,
  },
  {
    key: 'ends',
    header: t('tokens.ends'),
    from: 'lg',
    cell: ({ expires_at: at }) => (at ? <When at={at} /> : t('tokens.never')),
  },
];

function stateOf({ revoked_at: revoked, expires_at: end }: Token, now: Date): State {
  if (revoked) return 'revoked';
  return end && new Date(end) <= now ? 'expired' : 'active';
}
