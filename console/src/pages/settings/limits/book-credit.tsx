import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client';
import { askAnew } from '../../../api/session';
import { Choice } from '../../../components/choice';
import { FormDialog } from '../../../components/form-dialog';
import { MomentInput } from '../../../components/moment-input';
import { MoneyInput } from '../../../components/money-input';
import { notifyDone } from '../../../components/notify';

const KINDS = ['purchase', 'grant', 'expire', 'refund'] as const;
type Kind = (typeof KINDS)[number];
const BRINGING: readonly Kind[] = ['purchase', 'grant'];
const REFERENCE_CHARS_MAX = 200;

/** One entry more. The API asks again who it is. */
export function BookCredit({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const form = useForm<{ kind: Kind; amount: string; reference: string; ends_at: string }>({
    initialValues: { kind: 'purchase', amount: '', reference: '', ends_at: '' },
  });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/credit/adjust', {
    meta: { isHandled: true },
    onSuccess: () => {
      notifyDone(t('credit.done'));
      void askAnew(queries);
      onClose();
    },
  });
  const { kind } = form.values;
  const brings = BRINGING.includes(kind);
  return (
    <FormDialog
      title={t('credit.add')}
      action={t('credit.add')}
      form={form}
      error={error}
      isBusy={isPending}
      onSubmit={({ amount, reference, ends_at: end }) =>
        mutate({
          body: {
            kind,
            amount,
            ...(reference !== '' && { reference }),
            ...(brings && end !== '' && { ends_at: end }),
          },
        })
      }
      onClose={onClose}
    >
      <MoneyInput
        label={t('credit.amount')}
        required
        data-autofocus
        {...form.getInputProps('amount')}
        onChange={(amount) => form.setFieldValue('amount', amount)}
      />
      <Choice
        label={t('credit.kind')}
        options={KINDS.map((value) => ({
          value,
          label: t(`credit.kinds.${value}`),
          about: t(`credit.kinds_about.${value}`),
        }))}
        {...form.getInputProps('kind')}
      />
      <TextInput
        label={t('credit.reference')}
        description={t('credit.reference_help')}
        maxLength={REFERENCE_CHARS_MAX}
        {...form.getInputProps('reference')}
      />
      {brings && (
        <MomentInput
          label={t('credit.ends_at')}
          description={t('credit.ends_help')}
          {...form.getInputProps('ends_at')}
        />
      )}
    </FormDialog>
  );
}
