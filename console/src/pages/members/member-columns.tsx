import { Group, Stack, Text } from '@mantine/core';
import {
  IconLogout,
  IconMailCheck,
  IconPencil,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReach, useSession } from '../../api/session';
import type { Column } from '../../components/resource-table';
import { RowMenu } from '../../components/row-menu';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import type { Member, Pending } from './member-model';
import { useManagedRoles } from './use-mine';

/** @param lastOwner id of the one who must stay */
export function useMemberColumns(props: {
  lastOwner: string | undefined;
  onEdit: (member: Member) => void;
  onAct: (pending: Pending) => void;
}): readonly Column<Member>[] {
  const { t } = useTranslation(['people', 'common']);
  const { id: ownId, mail_server: hasMailServer } = useSession();
  const isOwner = useReach('owner:manage') !== undefined;
  const managed = useManagedRoles();
  const { lastOwner, onEdit, onAct } = props;
  const actionsOf = (member: Member) => {
    const isOff = !managed.includes(member.role);
    const act = (kind: Pending['kind']) => () => onAct({ kind, member });
    return [
      { label: t('members.edit'), icon: IconPencil, isOff, run: () => onEdit(member) },
      { label: t('members.sign_out'), icon: IconLogout, isOff, run: act('sign_out') },
      {
        label: t('members.reset_totp'),
        icon: IconShieldOff,
        isOff: isOff || !member.totp,
        run: act('reset_totp'),
      },
      ...(isOwner && !hasMailServer && !member.email_verified
        ? [{ label: t('members.verify'), icon: IconMailCheck, run: act('verify') }]
        : []),
      {
        label: t(member.id === lastOwner ? 'members.remove_last' : 'members.remove'),
        icon: IconTrash,
        isDangerous: true,
        isOff: isOff || member.id === lastOwner,
        run: act('remove'),
      },
    ];
  };
  return [
    {
      key: 'name',
      header: t('members.name'),
      cell: ({ id, name, email, email_verified: isVerified }) => (
        <Stack gap={0}>
          <Group gap="xs">
            <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            {id === ownId && <StatusBadge tone="info">{t('members.you')}</StatusBadge>}
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
          {!isVerified && (
            <Text size="xs" c="dimmed">
              {t('members.unverified')}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'role',
      header: t('members.role'),
      cell: ({ role, status }) => (
        <Group gap="xs">
          <Text size="sm">{t(`common:roles.${role}`)}</Text>
          {status === 'disabled' && (
            <StatusBadge tone="warn">{t('members.statuses.disabled')}</StatusBadge>
          )}
        </Group>
      ),
    },
    {
      key: 'sign_in',
      header: t('members.sign_in'),
      from: 'md',
      cell: ({ sso, totp }) => (
        <Group gap="xs">
          <Text size="sm">{t(sso ? 'members.by_sso' : 'members.by_password')}</Text>
          {totp && <StatusBadge tone="good">{t('members.factor')}</StatusBadge>}
        </Group>
      ),
    },
    {
      key: 'seen',
      header: t('members.seen'),
      from: 'sm',
      cell: ({ last_seen_at: at }) => <When at={at} />,
    },
    {
      key: 'actions',
      header: t('members.actions'),
      align: 'right',
      cell: (member) =>
        managed.length > 0 && <RowMenu of={member.name} actions={actionsOf(member)} />,
    },
  ];
}
