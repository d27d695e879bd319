import { Text } from '@mantine/core';
import { IconFileShredder } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { asList, PAGED } from '../../api/as-list';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { EmptyState } from '../../components/empty-state';
import { useFilters } from '../../components/filter-bar';
import { Page } from '../../components/page';
import { ResourceTable, type Column } from '../../components/resource-table';
import { Section } from '../../components/section';
import { When } from '../../components/when';
import { DocumentDrawer } from './document-drawer';
import { JobStatus } from './job-status';
import { isOpen, JOBS, type Job } from './model';
import { momentOf } from './moment-of';
import { NewDocument } from './new-document';

const LIMIT = 25;
const LOOK_MS = 1_000;

/** Documents that people and applications had anonymized, and a new one. */
export function DocumentsPage() {
  const { t } = useTranslation('documents');
  const { values, set } = useFilters();
  const query = api.useInfiniteQuery(
    'get',
    JOBS,
    { params: { query: { limit: LIMIT } } },
    {
      ...PAGED,
      // What is being worked on moves; all else stands still.
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ data }) => data.some(isOpen)) ? LOOK_MS : false,
    },
  );
  const canSend = useReach('playground:use') !== undefined;
  const columns = useColumns();
  const { job } = values;
  return (
    <Page title={t('title')} about={t('about')}>
      {canSend && <NewDocument onSent={(id) => set({ job: id })} />}
      <Section title={t('list')}>
        <ResourceTable
          list={asList<Job>(query)}
          columns={columns}
          rowKey={({ id }) => id}
          label={t('list')}
          onOpen={({ id }) => set({ job: id })}
          empty={<EmptyState icon={IconFileShredder} text={t('empty')} docs="/docs" />}
        />
      </Section>
      {job !== undefined && <DocumentDrawer id={job} onClose={() => set({ job: undefined })} />}
    </Page>
  );
}

function useColumns(): readonly Column<Job>[] {
  const { t } = useTranslation('documents');
  return [
    {
      key: 'file',
      header: t('file'),
      cell: ({ file }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {file.filename ?? t('forgotten')}
        </Text>
      ),
    },
    {
      key: 'status',
      header: t('status'),
      width: 200,
      cell: (job) => <JobStatus job={job} />,
    },
    {
      key: 'pages',
      header: t('pages'),
      align: 'right',
      from: 'sm',
      cell: ({ progress }) => progress.pages_total,
    },
    {
      key: 'found',
      header: t('found'),
      align: 'right',
      from: 'md',
      cell: ({ result }) =>
        result ? result.entities.reduce((sum, { count }) => sum + count, 0) : '—',
    },
    {
      key: 'made',
      header: t('made'),
      from: 'sm',
      cell: ({ created_at: made }) => <When at={momentOf(made)} />,
    },
  ];
}
