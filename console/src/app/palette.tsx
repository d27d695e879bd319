import { Spotlight, type SpotlightActionData, useSpotlight } from '@mantine/spotlight';
import { IconListSearch, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useReach } from '../api/session';
import { paletteStore } from './palette-store';
import { usePlaces } from './use-places';
import { useThings } from './use-things';

const SHOWN_MAX = 12;

/** Ctrl+K: goes to pages and to things by their names. */
export function Palette() {
  const { t } = useTranslation();
  const go = useNavigate();
  const { opened, query } = useSpotlight(paletteStore);
  const [isWanted, setWanted] = useState(opened);
  if (opened && !isWanted) setWanted(true);
  const pages = usePlaces().flatMap(({ places }) =>
    places.map(({ to, name, icon: PlaceIcon }): SpotlightActionData => ({
      id: to,
      label: t(`places.${name}`),
      leftSection: <PlaceIcon size={18} aria-hidden />,
      onClick: () => void go({ to }),
    })),
  );
  const things = useThings(isWanted, query);
  const actions = [
    { group: t('palette.calls'), actions: useCall(query) },
    { group: t('palette.pages'), actions: pages },
    ...things,
  ].filter((group) => group.actions.length > 0);
  return (
    <Spotlight
      actions={actions}
      store={paletteStore}
      query={query}
      limit={SHOWN_MAX}
      shortcut={null}
      nothingFound={t('palette.nothing')}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
        onKeyDown: takeFirst,
      }}
    />
  );
}

/** What is found after its name was typed is not selected by itself: Enter takes the first. */
function takeFirst({ key, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  if (key !== 'Enter' || nativeEvent.isComposing) return;
  const dialog = currentTarget.closest('[role="dialog"]');
  if (dialog?.querySelector('[data-selected]')) return;
  dialog?.querySelector<HTMLElement>('[data-action]')?.click();
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
