import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { notifyDone } from '../../components/notify';

/** Everything in the cache goes; the prompts and answers of calls stay. */
export function PurgeCache() {
  const { t } = useTranslation(['cache', 'common']);
  const queries = useQueryClient();
  const [isAsking, ask] = useState(false);
  const { mutate, isPending } = api.useMutation('post', '/admin/v1/cache/purge', {
    onSuccess: ({ purged }) => {
      ask(false);
      notifyDone(t('purge.done', { count: purged }));
      void queries.invalidateQueries();
    },
  });
  if (useReach('organisation:update') === undefined) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => ask(true)}>
        {t('purge.action')}
      </Button>
      <Modal opened={isAsking} onClose={() => ask(false)} title={t('purge.title')}>
        <Stack>
          <Text size="sm">{t('purge.about')}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => ask(false)}>
              {t('common:cancel')}
            </Button>
            <Button color="red" loading={isPending} onClick={() => mutate({})}>
              {t('purge.action')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
