import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { formErrorsOf, isProblem } from '../../api/problem';
import { askAnew } from '../../api/session';
import { FormProblem } from '../../components/problem-alert';

/** Only its name is asked for: the rest has defaults, and a page of its own. */
export function NewWorkload({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['workloads', 'common']);
  const go = useNavigate();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { name: '' } });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/workloads', {
    meta: { isHandled: true },
    onError: (refusal) => {
      if (isProblem(refusal, 'invalid', 'name_taken')) form.setErrors(formErrorsOf(refusal));
    },
    onSuccess: async ({ id }) => {
      await askAnew(queries);
      await go({ to: '/workloads/$id', params: { id } });
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('new')}>
      <form onSubmit={form.onSubmit((body) => mutate({ body: body as Schemas['WorkloadDto'] }))}>
        <Stack>
          <FormProblem error={error} />
          <TextInput
            label={t('name')}
            description={t('name_help')}
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
