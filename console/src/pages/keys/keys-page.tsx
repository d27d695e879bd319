import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { FilterBar, useFilters } from '../../components/filter-bar';
import { Page } from '../../components/page';
import { SavedViews } from '../../components/saved-views';
import { CreateKey } from './create-key';
import { KeysTable } from './keys-table';

const SORTS = ['-created_at', 'expires_at', '-last_used_at', 'name'] as const;
const STATUSES = ['active', 'expired', 'revoked'] as const;
const ENVIRONMENTS = ['live', 'test'] as const;
const LIMIT = 200;

export function KeysPage() {
  const { t } = useTranslation(['keys', 'common']);
  const { values } = useFilters();
  const canManage = useReach('key:manage') !== undefined;
  const [isMaking, { open, close }] = useDisclosure();
  const workloads = api.useQuery('get', '/admin/v1/workloads', {
    params: { query: { limit: LIMIT } },
  });
  const filters = [
    {
      name: 'workload',
      label: t('workload'),
      options: (workloads.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      width: 220,
    },
    {
      name: 'status',
      label: t('status'),
      options: STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
    },
    {
      name: 'env',
      label: t('env'),
      options: ENVIRONMENTS.map((value) => ({ value, label: t(`envs.${value}`) })),
    },
    {
      name: 'sort',
      label: t('sort'),
      otherwise: '-created_at',
      options: SORTS.map((value) => ({ value, label: t(`sorts.${value}`) })),
    },
  ];
  const one = <Each extends string>(known: readonly Each[], value: string | undefined) =>
    known.find((each) => each === value);
  const [env, status] = [one(ENVIRONMENTS, values['env']), one(STATUSES, values['status'])];
  const create = canManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open} data-shortcut="n">
      {t('new')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <>
          <SavedViews page="/keys" search={values} />
          {create}
        </>
      }
    >
      <FilterBar filters={filters} />
      <KeysTable
        action={create}
        query={{
          sort: one(SORTS, values['sort']) ?? '-created_at',
          ...(values['workload'] && { workload_id: values['workload'] }),
          ...(env && { env }),
          ...(status && { status }),
        }}
      />
      {isMaking && (
        <CreateKey {...(values['workload'] && { workload: values['workload'] })} onClose={close} />
      )}
    </Page>
  );
}
