import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { askAnew } from '../../api/session';
import { FormProblem } from '../../components/form-problem';

/**
 * Only its name is asked for: the rest has defaults, and a page of its own.
 * @param props.from whose settings it begins with
 */
export function NewWorkload(props: {
  from?: { readonly id: string; readonly name: string };
  onClose: () => void;
}) {
  const { from, onClose } = props;
  const { t } = useTranslation(['workloads', 'common']);
  const go = useNavigate();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { name: '' } });
  const handling = {
    meta: { isHandled: true },
    onSuccess: async ({ id }: { readonly id: string }) => {
      await askAnew(queries);
      await go({ to: '/workloads/$id', params: { id } });
      onClose();
    },
  };
  const creation = api.useMutation('post', '/admin/v1/workloads', handling);
  const cloning = api.useMutation('post', '/admin/v1/workloads/{id}/clone', handling);
  const { isPending, error } = from ? cloning : creation;
  const submit = ({ name }: { readonly name: string }) =>
    from
      ? cloning.mutate({ params: { path: { id: from.id } }, body: { name } })
      : creation.mutate({ body: { name } as Schemas['WorkloadDto'] });
  return (
    <Modal opened onClose={onClose} title={from ? t('clone.title', { name: from.name }) : t('new')}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack>
          <FormProblem error={error} form={form} />
          <TextInput
            label={t('name')}
            description={from ? t('clone.about') : t('name_help')}
            required
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
