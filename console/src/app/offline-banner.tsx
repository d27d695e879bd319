import { Alert, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchHealth } from '../api/health';
import { isProblem } from '../api/problem';
import { askAnew } from '../api/session';
import { repeat } from '../lib/repeat';

const LOOK_MS = 3_000;

/** Says that the gateway is away, and asks everything anew once it is back. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isAway = useIsAway();
  useEffect(() => {
    if (!isAway) return undefined;
    return repeat(LOOK_MS, () => {
      void fetchHealth().then(({ kind }) => {
        if (kind === 'answered') void askAnew(queries);
      });
    });
  }, [isAway, queries]);
  if (!isAway) return null;
  return (
    <Alert
      color="yellow"
      mb="md"
      icon={<Loader size="xs" color="yellow" />}
      title={t('away.title')}
    >
      {t('away.detail')}
    </Alert>
  );
}

/** Whether any query that is on the page has not been reached. */
function useIsAway(): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () =>
      cache
        .findAll({ type: 'active' })
        .some(({ state }) => isProblem(state.error ?? state.fetchFailureReason, 'unreachable')),
  );
}
