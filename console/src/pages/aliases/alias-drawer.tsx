import { Alert, Button, Drawer, Fieldset, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRoute, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, client, ifMatch } from '../../api/client';
import { askAnew, useReach } from '../../api/session';
import { ConfirmType } from '../../components/confirm-type';
import { Loadable } from '../../components/loadable';
import { notifyDone } from '../../components/notify';
import { ReasonButton } from '../../components/reason-button';
import { SaveBar } from '../../components/save-bar';
import { useSettingsForm, type Stored } from '../../components/use-settings-form';
import { AliasFields } from './alias-fields';
import { ALIAS, type Alias, type AliasSettings } from './alias-model';

export function AliasDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = api.useQuery('get', ALIAS, { params: { path: { id } } });
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={id}>
      <Loadable query={query}>
        {(alias) => <Loaded key={alias.id} alias={alias} onClose={onClose} />}
      </Loadable>
    </Drawer>
  );
}

function Loaded({ alias, onClose }: { alias: Alias; onClose: () => void }) {
  const { t } = useTranslation(['routing', 'common']);
  const queries = useQueryClient();
  const canManage = useReach('alias:manage') !== undefined;
  const [isDeleting, { open, close }] = useDisclosure();
  const { id, managed_by_file: isOfFile } = alias;
  const params = { path: { id } };
  const editing = useSettingsForm<AliasSettings>({
    stored: alias,
    patch: async (patch, version) => {
      const body = patch as AliasSettings;
      return written(
        await client.PATCH(ALIAS, { params: { ...params, ...ifMatch(version) }, body }),
      );
    },
    read: async () => written(await client.GET(ALIAS, { params })),
    onSaved: ({ settings: { name } }) => {
      notifyDone(t('aliases.saved'));
      if (name !== id) onClose(); // It goes by another name from now on.
      void askAnew(queries);
    },
  });
  const reason = isOfFile ? t('common:by_file') : canManage ? undefined : t('common:read_only');
  return (
    <Stack>
      {reason && <Alert color="indigo">{reason}</Alert>}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRoute size={14} aria-hidden />}
          renderRoot={(root) => (
            <Link to="/aliases" search={{ tab: 'explain', model: id }} {...root} />
          )}
        >
          {t('aliases.explain')}
        </Button>
        <ReasonButton
          size="xs"
          variant="light"
          color="red"
          reason={reason}
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={open}
        >
          {t('aliases.delete.action')}
        </ReasonButton>
      </Group>
      <Fieldset variant="unstyled" disabled={reason !== undefined} aria-label={id}>
        <Stack>
          <AliasFields form={editing.form} />
        </Stack>
      </Fieldset>
      <SaveBar editing={editing} />
      {isDeleting && <DeleteAlias name={id} onClose={close} onGone={onClose} />}
    </Stack>
  );
}

function DeleteAlias(props: { name: string; onClose: () => void; onGone: () => void }) {
  const { t } = useTranslation('routing');
  const queries = useQueryClient();
  const { name, onClose, onGone } = props;
  const { mutate, isPending } = api.useMutation('delete', ALIAS, {
    onSuccess: () => {
      notifyDone(t('aliases.delete.done', { name }));
      onGone();
      void askAnew(queries);
    },
  });
  return (
    <ConfirmType
      title={t('aliases.delete.title', { name })}
      name={name}
      action={t('aliases.delete.action')}
      isBusy={isPending}
      onConfirm={() => mutate({ params: { path: { id: name } } })}
      onClose={onClose}
    >
      {t('aliases.delete.detail')}
    </ConfirmType>
  );
}

/** What the client has thrown otherwise. */
function written({ data }: { data?: Stored<AliasSettings> | undefined }): Stored<AliasSettings> {
  if (!data) throw new Error('The API answered without the alias.');
  return data;
}
