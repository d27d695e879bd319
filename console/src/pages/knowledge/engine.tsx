import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, ifMatch } from '../../api/client';
import { askAnew, useReach } from '../../api/session';
import { FormDialog } from '../../components/form-dialog';
import { notifyDone } from '../../components/notify';
import { StatusBadge } from '../../components/status-badge';
import { EngineChoice } from './engine-choice';
import { INDEX_TONES, STORE, type Store } from './model';

/** How a store is searched, whether that is so by now, and another way. */
export function Engine({ store }: { store: Store }) {
  const { t } = useTranslation('knowledge');
  const canManage = useReach('knowledge:manage') !== undefined;
  const [isChanging, { open, close }] = useDisclosure();
  const { engine, index } = store;
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text size="sm">{t(`engines.${engine}`)}</Text>
          {index && (
            <StatusBadge tone={INDEX_TONES[index.state]}>{t(`index.${index.state}`)}</StatusBadge>
          )}
        </Group>
        {canManage && (
          <Button size="compact-xs" variant="subtle" onClick={open}>
            {t('engine_change.action')}
          </Button>
        )}
      </Group>
      {index && index.state !== 'ready' && (
        <Text size="xs" c="dimmed">
          {index.reason === null ? t('index_building_about') : index.reason}
        </Text>
      )}
      {isChanging && <ChangeEngine store={store} onClose={close} />}
    </Stack>
  );
}

function ChangeEngine({ store, onClose }: { store: Store; onClose: () => void }) {
  const { t } = useTranslation('knowledge');
  const queries = useQueryClient();
  const { id, version, engine } = store;
  const form = useForm({ initialValues: { engine } });
  const { mutate, isPending, error } = api.useMutation('patch', STORE, {
    meta: { isHandled: true },
    onSuccess: () => {
      notifyDone(t('engine_change.done'));
      onClose();
      void askAnew(queries);
    },
  });
  return (
    <FormDialog
      title={t('engine_change.title')}
      action={t('engine_change.save')}
      form={form}
      error={error}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={(body) => mutate({ params: { path: { id }, ...ifMatch(version) }, body })}
    >
      <EngineChoice {...form.getInputProps('engine')} />
    </FormDialog>
  );
}
