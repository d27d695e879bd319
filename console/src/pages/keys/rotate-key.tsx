import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { askAnew } from '../../api/session';
import { FormDialog } from '../../components/form-dialog';
import type { Key, NewKey } from './key-model';
import { KeyReady } from './key-ready';
import { OVERLAP_DEFAULT, OverlapSelect } from './overlap-select';

/** A new key in its place, and how long the old one goes on beside it. */
export function RotateKey({ of, onClose }: { of: Key; onClose: () => void }) {
  const { t } = useTranslation('keys');
  const queries = useQueryClient();
  const [made, setMade] = useState<NewKey | null>(null);
  const form = useForm({ initialValues: { overlap_s: OVERLAP_DEFAULT } });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/keys/{id}/rotate', {
    meta: { isHandled: true },
    gcTime: 0,
    onSuccess: (key) => {
      setMade(key);
      void askAnew(queries);
    },
  });
  if (made) return <KeyReady made={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t('rotate.title', { name: of.name })}
      action={t('rotate.action')}
      form={form}
      error={error}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={({ overlap_s: overlap }) =>
        mutate({ params: { path: { id: of.id } }, body: { overlap_s: Number(overlap) } })
      }
    >
      <Text size="sm">{t('rotate.detail')}</Text>
      <OverlapSelect {...form.getInputProps('overlap_s')} />
    </FormDialog>
  );
}
