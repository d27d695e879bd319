import { List, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { askAnew } from '../../api/session';
import { FormDialog } from '../../components/form-dialog';
import { KeysReady } from './keys-ready';
import type { Key, NewKey } from './key-model';
import { OVERLAP_DEFAULT, OverlapSelect } from './overlap-select';

const SHOWN_MAX = 8;

/** New keys in the place of several, all at once. The API asks once who it is. */
export function RotateKeys({ of, onClose }: { of: readonly Key[]; onClose: () => void }) {
  const { t } = useTranslation('keys');
  const queries = useQueryClient();
  const [made, setMade] = useState<readonly NewKey[] | null>(null);
  const form = useForm({ initialValues: { overlap_s: OVERLAP_DEFAULT } });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/keys/rotate', {
    meta: { isHandled: true },
    gcTime: 0,
    onSuccess: ({ keys }) => {
      setMade(keys);
      void askAnew(queries);
    },
  });
  if (made) return <KeysReady made={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t('rotate.many_title', { count: of.length })}
      action={t('rotate.action')}
      form={form}
      error={error}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={({ overlap_s: overlap }) =>
        mutate({ body: { ids: of.map(({ id }) => id), overlap_s: Number(overlap) } })
      }
    >
      <Text size="sm">{t('rotate.many_detail')}</Text>
      <List size="sm">
        {of.slice(0, SHOWN_MAX).map(({ id, name, workload_name: workload }) => (
          <List.Item key={id}>{t('rotate.of', { name, workload })}</List.Item>
        ))}
      </List>
      {of.length > SHOWN_MAX && (
        <Text size="sm">{t('rotate.more', { count: of.length - SHOWN_MAX })}</Text>
      )}
      <OverlapSelect {...form.getInputProps('overlap_s')} />
    </FormDialog>
  );
}
