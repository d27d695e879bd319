import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client';
import { askAnew } from '../../api/session';
import { FormDialog } from '../../components/form-dialog';
import { notifyDone } from '../../components/notify';

const REASON_CHARS_MAX = 300;

/** What an operator does about the gateway; of a pause without a model it is all of the provider. */
export type Operation =
  | { readonly kind: 'pause' | 'resume'; readonly provider: string; readonly model?: string }
  | { readonly kind: 'reset'; readonly provider: string }
  | { readonly kind: 'retry'; readonly count: number };

/** Each says why, which stands in the log. */
export function OperateDialog({ of, onClose }: { of: Operation; onClose: () => void }) {
  const { t } = useTranslation('health');
  const queries = useQueryClient();
  const form = useForm({ initialValues: { reason: '' } });
  const { title, about, action } = wordsOf(of, t);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) => carryOut(of, reason, t),
    meta: { isHandled: true },
    onSuccess: (done) => {
      notifyDone(done);
      void askAnew(queries);
      onClose();
    },
  });
  return (
    <FormDialog
      title={title}
      action={action}
      form={form}
      error={error}
      isBusy={isPending}
      onSubmit={({ reason }) => mutate(reason.trim())}
      onClose={onClose}
    >
      <Text size="sm">{about}</Text>
      <TextInput
        label={t('operate.reason')}
        description={t('operate.reason_help')}
        required
        minLength={3}
        maxLength={REASON_CHARS_MAX}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}

/** @returns what to say once it is done */
async function carryOut(of: Operation, reason: string, t: TFunction<'health'>): Promise<string> {
  if (of.kind === 'retry') {
    const { data } = await client.POST('/admin/v1/deliveries/retry', { body: { reason } });
    return t('operate.retry_done', { count: data?.retried ?? 0 });
  }
  const { provider } = of;
  if (of.kind === 'reset') {
    const params = { path: { provider } };
    await client.POST('/admin/v1/breakers/{provider}/reset', { params, body: { reason } });
    return t('operate.reset_done', { provider });
  }
  const body = { provider, reason, ...(of.model !== undefined && { model: of.model }) };
  await client.POST(`/admin/v1/endpoints/${of.kind}`, { body });
  return t(`operate.${of.kind}_done`, { what: placeOf(of, t) });
}

function wordsOf(of: Operation, t: TFunction<'health'>) {
  switch (of.kind) {
    case 'retry':
      return {
        title: t('operate.retry_title'),
        about: t('operate.retry_about', { count: of.count }),
        action: t('operate.retry'),
      };
    case 'reset':
      return {
        title: t('operate.reset_title', { provider: of.provider }),
        about: t('operate.reset_about'),
        action: t('operate.reset_action'),
      };
    case 'pause':
    case 'resume':
      return {
        title: t(`operate.${of.kind}_title`, { what: placeOf(of, t) }),
        about: t(`operate.${of.kind}_about`),
        action: t(`operate.${of.kind}`),
      };
  }
}

const placeOf = (
  { provider, model }: { readonly provider: string; readonly model?: string },
  t: TFunction<'health'>,
): string => (model === undefined ? t('operate.all_of', { provider }) : `${provider}/${model}`);
