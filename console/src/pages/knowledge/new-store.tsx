import { Autocomplete, Group, NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { askAnew, useReach } from '../../api/session';
import { FormDialog } from '../../components/form-dialog';
import { notifyDone } from '../../components/notify';
import { EngineChoice } from './engine-choice';
import { STORES } from './model';

const OVERLAP_MAX = 2_048;

/** A name and a model that stay what they are, and how long passages may be. */
export function NewStore(props: { onClose: () => void; onMade: (id: string) => void }) {
  const { t } = useTranslation('knowledge');
  const queries = useQueryClient();
  const form = useForm<Required<Schemas['StoreDto']>>({
    initialValues: {
      name: '',
      embedding_model: '',
      passage_tokens: 800,
      overlap_tokens: 400,
      engine: 'exact',
    },
  });
  const isAllowed = useReach('playground:use') !== undefined;
  const models = api.useQuery('get', '/admin/v1/playground/models', {}, { enabled: isAllowed });
  const known = (models.data?.data ?? []).map(({ id }) => id).filter((id) => /embed/i.test(id));
  const { mutate, isPending, error } = api.useMutation('post', STORES, {
    meta: { isHandled: true },
    onSuccess: ({ id }) => {
      notifyDone(t('made'));
      props.onMade(id);
      void askAnew(queries);
    },
  });
  return (
    <FormDialog
      title={t('new')}
      action={t('create')}
      form={form}
      error={error}
      isBusy={isPending}
      onClose={props.onClose}
      onSubmit={(body) => mutate({ body })}
    >
      <TextInput label={t('name')} required data-autofocus {...form.getInputProps('name')} />
      <Autocomplete
        label={t('model')}
        description={t('model_about')}
        placeholder="provider/model"
        required
        data={known}
        {...form.getInputProps('embedding_model')}
      />
      <Group grow align="flex-start">
        <NumberInput
          label={t('passage_tokens')}
          min={100}
          max={4096}
          allowDecimal={false}
          {...form.getInputProps('passage_tokens')}
        />
        <NumberInput
          label={t('overlap_tokens')}
          min={0}
          max={OVERLAP_MAX}
          allowDecimal={false}
          {...form.getInputProps('overlap_tokens')}
        />
      </Group>
      <EngineChoice {...form.getInputProps('engine')} />
    </FormDialog>
  );
}
