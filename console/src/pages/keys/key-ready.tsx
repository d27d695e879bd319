import { Alert, Anchor, Button, Code, Group, Select, Stack, Tabs, Text } from '@mantine/core';
import { IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callOnce, listModels } from '../../api/try-key';
import { CopyText } from '../../components/copy-text';
import { FormProblem } from '../../components/form-problem';
import { SecretOnce } from '../../components/secret-once';
import { Snippet } from '../../components/snippet';
import type { NewKey } from './key-model';
import { SNIPPETS } from './snippets';

/** A new key: kept once, pasted into what is to use it, and tried at once. */
export function KeyReady({ made, onClose }: { made: NewKey; onClose: () => void }) {
  const { t } = useTranslation('keys');
  const [chosen, setChosen] = useState<string | null>(null);
  const models = useQuery({
    queryKey: ['models of a new key', made.id],
    queryFn: () => listModels(made.secret),
    gcTime: 0,
  });
  const model = chosen ?? models.data?.[0] ?? 'gw/auto';
  return (
    <SecretOnce
      title={t('ready.title', { name: made.name })}
      secret={made.secret}
      onClose={onClose}
    >
      <Select
        label={t('ready.model')}
        description={t('ready.model_help')}
        searchable
        data={models.data ?? []}
        value={chosen ?? models.data?.[0] ?? null}
        onChange={setChosen}
        nothingFoundMessage={t('ready.no_models')}
      />
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List>
          {SNIPPETS.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SNIPPETS.map(({ id, label, write }) => (
          <Tabs.Panel key={id} value={id} pt="xs">
            <Snippet label={label} text={write(location.origin, model)} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text size="xs" c="dimmed">
        {t('ready.variable')} <Code>GW_KEY</Code>
      </Text>
      <TestCall secret={made.secret} model={model} />
    </SecretOnce>
  );
}

function TestCall({ secret, model }: { secret: string; model: string }) {
  const { t } = useTranslation('keys');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => callOnce(secret, model),
    meta: { isHandled: true },
    gcTime: 0,
  });
  return (
    <Stack gap="xs">
      <Group>
        <Button
          variant="light"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={isPending}
          onClick={() => mutate()}
        >
          {t('ready.test')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('ready.test_help')}
        </Text>
      </Group>
      <FormProblem error={error} />
      {data && (
        <Alert color="teal" icon={<IconCheck size={18} aria-hidden />} title={t('ready.works')}>
          <Stack gap={4}>
            <Text size="sm" lineClamp={4}>
              {data.text}
            </Text>
            <Group gap="xs">
              <CopyText text={data.requestId} size="xs" />
              <Anchor
                size="sm"
                href={`${import.meta.env.BASE_URL}audit/${data.requestId}`}
                target="_blank"
              >
                {t('ready.in_log')}
              </Anchor>
            </Group>
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}
