import { Alert, Button, Group, PasswordInput, Select, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client, type Schemas } from '../../api/client';
import { Choice } from '../../components/choice';
import { FormProblem } from '../../components/form-problem';

/** Families that need nothing but a key: their address is known. Others are set up on a page of their own. */
const FAMILIES = [
  ['openai', 'OpenAI'],
  ['anthropic', 'Anthropic'],
  ['gemini', 'Google Gemini'],
  ['mistral', 'Mistral AI'],
  ['cohere', 'Cohere'],
  ['groq', 'Groq'],
  ['deepseek', 'DeepSeek'],
  ['xai', 'xAI'],
  ['together', 'Together AI'],
  ['fireworks', 'Fireworks AI'],
  ['openrouter', 'OpenRouter'],
  ['cerebras', 'Cerebras'],
  ['nebius', 'Nebius'],
  ['ovhcloud', 'OVHcloud'],
  ['ionos', 'IONOS'],
  ['scaleway', 'Scaleway'],
] as const;
const WAYS = ['key', 'local'] as const;

/** The key of a first provider, tried at once; or none, for who has the sandbox or models of their own. */
export function FirstProvider({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('session');
  const form = useForm({ initialValues: { way: 'key', family: '', secret: '' } });
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn: () => connect(form.values),
    meta: { isHandled: true },
    gcTime: 0, // It holds the secret.
    onSuccess: () => form.setFieldValue('secret', ''),
  });
  const again = useMutation({ mutationFn: remove, meta: { isHandled: true }, onSuccess: reset });
  const isLocal = form.values.way === 'local';
  return (
    <form onSubmit={form.onSubmit(() => (isLocal || data ? onDone() : mutate()))}>
      <Stack>
        <Stack gap={2}>
          <Title order={2}>{t('set_up.provider.title')}</Title>
          <Text size="sm" c="dimmed">
            {t('set_up.provider.about')}
          </Text>
        </Stack>
        <FormProblem error={error ?? again.error} form={form} toFields={toFields} />
        {data ? (
          <Report report={data.report} />
        ) : (
          <>
            <Choice
              label={t('set_up.provider.way')}
              options={WAYS.map((value) => ({
                value,
                label: t(`set_up.provider.ways.${value}`),
                about: t(`set_up.provider.ways_about.${value}`),
              }))}
              {...form.getInputProps('way')}
            />
            {!isLocal && (
              <>
                <Select
                  label={t('set_up.provider.family')}
                  description={t('set_up.provider.family_help')}
                  required
                  searchable
                  data={FAMILIES.map(([value, label]) => ({ value, label }))}
                  {...form.getInputProps('family')}
                />
                <PasswordInput
                  label={t('set_up.provider.secret')}
                  description={t('set_up.provider.secret_help')}
                  required
                  autoComplete="off"
                  visibilityToggleButtonProps={{ 'aria-label': t('set_up.provider.show') }}
                  {...form.getInputProps('secret')}
                />
              </>
            )}
          </>
        )}
        <Group justify="space-between">
          {data ? (
            <Button
              variant="subtle"
              onClick={() => again.mutate(data.id)}
              loading={again.isPending}
            >
              {t('set_up.provider.again')}
            </Button>
          ) : (
            <Button variant="subtle" onClick={onDone}>
              {t('set_up.later')}
            </Button>
          )}
          <Button type="submit" loading={isPending}>
            {t(isLocal || data ? 'set_up.go_on' : 'set_up.provider.connect')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What the provider has said to the key. Nothing was generated. */
function Report({ report }: { report: Schemas['ProviderTestView'] }) {
  const { t } = useTranslation('session');
  const { data } = api.useQuery('get', '/admin/v1/organisation');
  const isGood = report.reachable && report.authenticated !== false;
  return (
    <>
      <Alert
        role="status"
        color={isGood ? 'teal' : 'yellow'}
        icon={isGood && <IconCheck size={18} aria-hidden />}
        title={t(isGood ? 'set_up.provider.works' : 'set_up.provider.fails')}
      >
        <Text size="sm">
          {isGood
            ? t('set_up.provider.seen', { count: report.models_seen ?? 0 })
            : t(report.reachable ? 'set_up.provider.denied' : 'set_up.provider.unreached')}
        </Text>
      </Alert>
      {data?.settings.residency.mode === 'enforce' && (
        <Text size="sm" c="dimmed">
          {t('set_up.provider.residency')}
        </Text>
      )}
    </>
  );
}

async function connect(values: { readonly family: string; readonly secret: string }) {
  const { family, secret: value } = values;
  const body = { name: family, family, secret: { value } } as Schemas['ProviderInput'];
  const { data: made } = await client.POST('/admin/v1/providers', { body }); // The rest are defaults.
  if (!made) throw new Error('The API answered without the provider.');
  const params = { path: { id: made.id } };
  const { data } = await client.POST('/admin/v1/providers/{id}/test', { params });
  if (!data) throw new Error('The API answered without the test.');
  return { id: made.id, report: data };
}

const remove = (id: string) =>
  client.DELETE('/admin/v1/providers/{id}', { params: { path: { id } } });

/** Its name is its family here, and the value the only member of its secret. */
const toFields = ({
  name,
  family = name,
  'secret.value': value,
  secret = value,
  ...rest
}: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...rest,
  ...(family !== undefined && { family }),
  ...(secret !== undefined && { secret }),
});
