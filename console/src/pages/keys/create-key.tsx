import { SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { askAnew } from '../../api/session';
import { FormDialog } from '../../components/form-dialog';
import { MomentInput } from '../../components/moment-input';
import type { NewKey } from './key-model';
import { KeyReady } from './key-ready';

const ENVIRONMENTS = ['test', 'live'] as const;
const LIMIT = 200;

/** @param workload its id, where it is known */
export function CreateKey({ workload, onClose }: { workload?: string; onClose: () => void }) {
  const { t } = useTranslation('keys');
  const queries = useQueryClient();
  const [made, setMade] = useState<NewKey | null>(null);
  const workloads = api.useQuery('get', '/admin/v1/workloads', {
    params: { query: { limit: LIMIT } },
  });
  const form = useForm<{
    name: string;
    workload_id: string;
    env: (typeof ENVIRONMENTS)[number];
    expires_at: string;
  }>({ initialValues: { name: '', workload_id: workload ?? '', env: 'test', expires_at: '' } });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/keys', {
    meta: { isHandled: true },
    gcTime: 0, // The answer is the secret: it stays no longer than it is shown.
    onSuccess: (key) => {
      setMade(key);
      void askAnew(queries);
    },
  });
  if (made) return <KeyReady made={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t('new')}
      action={t('create')}
      form={form}
      error={error}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={({ expires_at: expires, ...rest }) =>
        mutate({ body: { ...rest, ...(expires && { expires_at: expires }) } })
      }
    >
      <Select
        label={t('workload')}
        required
        searchable
        data={(workloads.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('workload_id')}
      />
      <TextInput
        label={t('name')}
        description={t('name_help')}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Stack gap={4}>
        <Text size="sm" fw={500} id="env">
          {t('env')}
        </Text>
        <SegmentedControl
          aria-labelledby="env"
          data={ENVIRONMENTS.map((value) => ({ value, label: t(`envs.${value}`) }))}
          {...form.getInputProps('env')}
        />
        <Text size="xs" c="dimmed">
          {t(`envs_about.${form.values.env}`)}
        </Text>
      </Stack>
      <MomentInput
        label={t('expires')}
        description={t('expires_help')}
        {...form.getInputProps('expires_at')}
      />
    </FormDialog>
  );
}
