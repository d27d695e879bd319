import { Button, Group, SimpleGrid } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { notifyDone } from '../../components/notify';
import { CurrentPassword, NewPassword } from '../../components/password-inputs';
import { FormProblem } from '../../components/form-problem';
import { Section } from '../../components/section';
import { useRefresh } from './use-refresh';

/** All other browsers are signed out with it. */
export function PasswordSection() {
  const { t } = useTranslation('account');
  const refresh = useRefresh();
  const form = useForm({ initialValues: { current: '', password: '' } });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/account/password', {
    meta: { isHandled: true },
    onSuccess: async () => {
      form.reset();
      notifyDone(t('password.saved'));
      await refresh();
    },
  });
  return (
    <Section title={t('password.title')} about={t('password.about')}>
      <form onSubmit={form.onSubmit((body) => mutate({ body }))}>
        <FormProblem error={error} form={form} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <CurrentPassword
            label={t('password.current')}
            description={t('password.current_help')}
            {...form.getInputProps('current')}
          />
          <NewPassword {...form.getInputProps('password')} />
        </SimpleGrid>
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={isPending}>
            {t('password.save')}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
