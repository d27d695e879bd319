import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, ifMatch, type Schemas } from '../../api/client';
import { askAnew } from '../../api/session';
import { Choice } from '../../components/choice';
import { Loadable } from '../../components/loadable';
import { FormProblem } from '../../components/form-problem';

const PATH = '/admin/v1/organisation';
const MODES = ['tokenize', 'mask', 'block', 'allow_log'] as const;
const PLACES = ['eu', 'eu_adequate', 'anything'] as const;
type Mode = (typeof MODES)[number];
type Place = (typeof PLACES)[number];

/** What is done about personal data, and where requests may go, before the first one does. */
export function FirstPolicy({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('session');
  const query = api.useQuery('get', PATH);
  return (
    <Stack>
      <Stack gap={2}>
        <Title order={2}>{t('set_up.policy.title')}</Title>
        <Text size="sm" c="dimmed">
          {t('set_up.policy.about')}
        </Text>
      </Stack>
      <Loadable query={query}>{(data) => <Ask stored={data} onDone={onDone} />}</Loadable>
    </Stack>
  );
}

function Ask({ stored, onDone }: { stored: Schemas['OrganisationView']; onDone: () => void }) {
  const { t } = useTranslation('session');
  const queries = useQueryClient();
  const form = useForm<{ mode: Mode; place: Place }>({
    initialValues: { mode: 'tokenize', place: 'eu' },
  });
  const { mutate, isPending, error } = api.useMutation('patch', PATH, {
    meta: { isHandled: true },
    onSuccess: () => {
      void askAnew(queries);
      onDone();
    },
  });
  const send = ({ mode, place }: typeof form.values) => {
    const residency = { mode: place === 'anything' ? 'report' : 'enforce', preset: place };
    const body = { protection: { mode }, residency } as unknown as Schemas['OrganisationDto'];
    mutate({ params: ifMatch(stored.version), body });
  };
  return (
    <form onSubmit={form.onSubmit(send)}>
      <Stack>
        <FormProblem error={error} form={form} />
        <Choice
          label={t('set_up.policy.mode')}
          options={MODES.map((value) => ({
            value,
            label: t(`set_up.policy.modes.${value}`),
            about: t(`set_up.policy.modes_about.${value}`),
          }))}
          {...form.getInputProps('mode')}
        />
        <Choice
          label={t('set_up.policy.place')}
          options={PLACES.map((value) => ({
            value,
            label: t(`set_up.policy.places.${value}`),
            about: t(`set_up.policy.places_about.${value}`),
          }))}
          {...form.getInputProps('place')}
        />
        <Group justify="space-between">
          <Button variant="subtle" onClick={onDone}>
            {t('set_up.later')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('set_up.policy.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
