import { Alert, Button, Stack, TextInput, Title, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMailPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asList, PAGED } from '../../api/as-list';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { EmptyState } from '../../components/empty-state';
import { Page } from '../../components/page';
import { ResourceTable, type Listed } from '../../components/resource-table';
import { EditMember } from './edit-member';
import { InviteMember } from './invite-member';
import { Invites } from './invites';
import { MemberActions } from './member-actions';
import { useMemberColumns } from './member-columns';
import type { Member, Pending } from './member-model';

const route = getRouteApi('/inside/members');
const LIMIT = 200;

export function MembersPage() {
  const { t } = useTranslation(['people', 'common']);
  const go = useNavigate();
  const { q = '' } = route.useSearch();
  const canManage = useReach('member:manage') !== undefined;
  const [isInviting, { open, close }] = useDisclosure();
  const [edited, setEdited] = useState<Member | null>(null);
  const [pending, setPending] = useState<Pending | null>(null);
  const query = api.useInfiniteQuery(
    'get',
    '/admin/v1/members',
    { params: { query: { limit: LIMIT } } },
    PAGED,
  );
  const all = asList<Member>(query);
  const owners = (all.rows ?? []).filter(
    ({ role, status }) => role === 'owner' && status === 'active',
  );
  // Of one page alone it could not be told.
  const lastOwner = owners.length === 1 && !all.hasMore ? owners[0]?.id : undefined;
  const columns = useMemberColumns({ lastOwner, onEdit: setEdited, onAct: setPending });
  const filter = (text: string) =>
    void go({ to: '/members', search: text ? { q: text } : {}, replace: true });
  return (
    <Page
      title={t('members.title')}
      about={t('members.about')}
      actions={
        <Tooltip label={t('common:read_only')} disabled={canManage}>
          <Button
            leftSection={<IconMailPlus size={16} aria-hidden />}
            onClick={open}
            data-shortcut="n"
            disabled={!canManage}
          >
            {t('invites.new')}
          </Button>
        </Tooltip>
      }
    >
      {!canManage && <Alert color="indigo">{t('common:read_only')}</Alert>}
      <TextInput
        aria-label={t('members.filter')}
        placeholder={t('members.filter')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={q}
        onChange={({ currentTarget }) => filter(currentTarget.value)}
        maw={360}
        data-shortcut="f"
      />
      <ResourceTable
        list={matching(all, q)}
        columns={columns}
        rowKey={({ id }) => id}
        label={t('members.title')}
        empty={
          <EmptyState
            icon={q ? IconSearch : IconUsers}
            text={t('members.no_match', { q })}
            action={
              <Button variant="default" onClick={() => filter('')}>
                {t('common:clear_filters')}
              </Button>
            }
          />
        }
      />
      <Stack gap="sm">
        <Title order={2}>{t('invites.title')}</Title>
        <Invites />
      </Stack>
      {isInviting && <InviteMember onClose={close} />}
      {edited && (
        <EditMember
          member={edited}
          isLastOwner={edited.id === lastOwner}
          onClose={() => setEdited(null)}
        />
      )}
      {pending && <MemberActions pending={pending} onClose={() => setPending(null)} />}
    </Page>
  );
}

function matching(list: Listed<Member>, q: string): Listed<Member> {
  const wanted = q.toLowerCase();
  const rows = list.rows?.filter(({ name, email }) =>
    `${name}\n${email}`.toLowerCase().includes(wanted),
  );
  return { ...list, rows };
}
