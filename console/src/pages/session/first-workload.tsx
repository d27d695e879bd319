import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { MoneyInput } from '../../components/money-input';
import { FormProblem } from '../../components/form-problem';

export interface Made {
  readonly id: string;
  readonly name: string;
}

/** @param onDone with the workload, or null for later */
export function FirstWorkload({ onDone }: { onDone: (made: Made | null) => void }) {
  const { t } = useTranslation('session');
  const { data: made } = api.useQuery('get', '/admin/v1/workloads');
  const form = useForm<{ name: string; budget: string | number }>({
    initialValues: { name: '', budget: '' },
  });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/workloads', {
    meta: { isHandled: true },
    onSuccess: onDone,
  });
  const send = ({ name, budget }: typeof form.values) => {
    const amount = String(budget);
    const body = { name, ...(amount && { budget: { amount, period: 'monthly' } }) };
    mutate({ body: body as Schemas['WorkloadDto'] }); // The rest are defaults.
  };
  const names = made?.data.map(({ name }) => name) ?? [];
  return (
    <form onSubmit={form.onSubmit(send)}>
      <Stack>
        <Stack gap={2}>
          <Title order={2}>{t('set_up.workload.title')}</Title>
          <Text size="sm" c="dimmed">
            {t('set_up.workload.about')}
          </Text>
        </Stack>
        {names.length > 0 && (
          <Alert color="indigo">{t('set_up.workload.exists', { names: names.join(', ') })}</Alert>
        )}
        <FormProblem error={error} form={form} />
        <TextInput
          label={t('set_up.workload.name')}
          description={t('set_up.workload.name_help')}
          required
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <MoneyInput
          label={t('set_up.workload.budget')}
          description={t('set_up.workload.budget_help')}
          decimalScale={2}
          {...form.getInputProps('budget')}
        />
        <Group justify="space-between">
          <Button variant="subtle" onClick={() => onDone(null)}>
            {t('set_up.workload.skip')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('set_up.workload.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
