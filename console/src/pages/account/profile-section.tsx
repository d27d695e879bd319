import { Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { notifyDone } from '../../components/notify';
import { FormProblem } from '../../components/form-problem';
import { Section } from '../../components/section';
import { useRefresh } from './use-refresh';

const NAME_CHARS_MAX = 100;

export function ProfileSection({ member }: { member: Schemas['MemberView'] }) {
  const { t } = useTranslation(['account', 'common']);
  const refresh = useRefresh();
  const form = useForm({ initialValues: { name: member.name } });
  const { mutate, isPending, error } = api.useMutation('patch', '/admin/v1/account', {
    meta: { isHandled: true },
    onSuccess: async () => {
      form.resetDirty();
      notifyDone(t('profile.saved'));
      await refresh();
    },
  });
  return (
    <Section title={t('profile.title')}>
      <form onSubmit={form.onSubmit((body) => mutate({ body }))}>
        <FormProblem error={error} form={form} />
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            label={t('profile.name')}
            required
            maxLength={NAME_CHARS_MAX}
            autoComplete="name"
            {...form.getInputProps('name')}
          />
          <TextInput label={t('common:email')} value={member.email} readOnly />
          <TextInput label={t('profile.role')} value={t(`common:roles.${member.role}`)} readOnly />
        </SimpleGrid>
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={isPending} disabled={form.values.name === member.name}>
            {t('profile.save')}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
