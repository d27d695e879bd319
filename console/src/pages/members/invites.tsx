import { Button, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { asWhole } from '../../api/as-list';
import { api, type Schemas } from '../../api/client';
import { askAnew } from '../../api/session';
import { EmptyState } from '../../components/empty-state';
import { notifyDone } from '../../components/notify';
import { ResourceTable, type Column } from '../../components/resource-table';
import { When } from '../../components/when';
import { useManagedRoles } from './use-mine';

type Invite = Schemas['InviteView'];

/** Those that nobody has accepted yet. */
export function Invites() {
  const { t } = useTranslation(['people', 'common']);
  const query = api.useQuery('get', '/admin/v1/invites');
  const columns: readonly Column<Invite>[] = [
    {
      key: 'email',
      header: t('common:email'),
      cell: ({ email }) => (
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      ),
    },
    { key: 'role', header: t('members.role'), cell: ({ role }) => t(`common:roles.${role}`) },
    {
      key: 'made',
      header: t('invites.made'),
      from: 'sm',
      cell: ({ created_at: at }) => <When at={at} />,
    },
    {
      key: 'ends',
      header: t('invites.ends'),
      from: 'sm',
      cell: ({ expires_at: at }) => <When at={at} />,
    },
    {
      key: 'actions',
      header: t('members.actions'),
      align: 'right',
      cell: (invite) => <Revoke invite={invite} />,
    },
  ];
  return (
    <ResourceTable
      list={asWhole<Invite>(query)}
      columns={columns}
      rowKey={({ id }) => id}
      label={t('invites.title')}
      empty={<EmptyState icon={IconMail} text={t('invites.empty')} />}
    />
  );
}

function Revoke({ invite: { id, email, role } }: { invite: Invite }) {
  const { t } = useTranslation('people');
  const queries = useQueryClient();
  const isMine = useManagedRoles().includes(role);
  const { mutate, isPending } = api.useMutation('delete', '/admin/v1/invites/{id}', {
    onSuccess: async () => {
      notifyDone(t('invites.revoked', { email }));
      await askAnew(queries);
    },
  });
  return (
    <Button
      size="xs"
      variant="default"
      disabled={!isMine}
      loading={isPending}
      onClick={() => mutate({ params: { path: { id } } })}
      aria-label={t('invites.revoke_of', { email })}
    >
      {t('invites.revoke')}
    </Button>
  );
}
