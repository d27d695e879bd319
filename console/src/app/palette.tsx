import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconApps, IconListSearch, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useReach } from '../api/session';
import { usePlaces } from './use-places';

const SHOWN_MAX = 12;
const WORKLOADS_MAX = 200;

/** Ctrl+K: goes to pages and to things by their names. */
export function Palette() {
  const { t } = useTranslation();
  const go = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const pages = usePlaces().flatMap(({ places }) =>
    places.map(({ to, name, icon: PlaceIcon }): SpotlightActionData => ({
      id: to,
      label: t(`places.${name}`),
      leftSection: <PlaceIcon size={18} aria-hidden />,
      onClick: () => void go({ to }),
    })),
  );
  const workloads = useWorkloads(isOpen);
  const [query, setQuery] = useState('');
  const actions = [
    { group: t('palette.calls'), actions: useCall(query) },
    { group: t('palette.pages'), actions: pages },
    { group: t('palette.workloads'), actions: workloads },
  ].filter((group) => group.actions.length > 0);
  return (
    <Spotlight
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      limit={SHOWN_MAX}
      shortcut={['mod + K', '/']}
      nothingFound={t('palette.nothing')}
      onSpotlightOpen={() => setOpen(true)}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
      }}
    />
  );
}

/** Asked for when the palette opens for the first time. */
function useWorkloads(isWanted: boolean): SpotlightActionData[] {
  const go = useNavigate();
  const isAllowed = useReach('workload:read') !== undefined;
  const { data } = api.useQuery(
    'get',
    '/admin/v1/workloads',
    { params: { query: { limit: WORKLOADS_MAX } } },
    { enabled: isWanted && isAllowed },
  );
  return (data?.data ?? []).map(({ id, name }) => ({
    id,
    label: name,
    leftSection: <IconApps size={18} aria-hidden />,
    onClick: () => {
      spotlight.close();
      void go({ to: '/workloads/$id', params: { id } });
    },
  }));
}

const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** A request id leads to its call, wherever somebody has it from. */
function useCall(query: string): SpotlightActionData[] {
  const { t } = useTranslation();
  const go = useNavigate();
  const id = query.trim().toLowerCase();
  const isAllowed = useReach('audit:read') !== undefined;
  if (!isAllowed || !REQUEST_ID.test(id)) return [];
  return [
    {
      id: `call ${id}`,
      label: id,
      description: t('palette.open_call'),
      leftSection: <IconListSearch size={18} aria-hidden />,
      onClick: () => void go({ to: '/audit', search: { call: id } }),
    },
  ];
}
