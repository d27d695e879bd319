import { Modal, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client, ifMatch } from '../../api/client';
import { askAnew } from '../../api/session';
import { MomentInput } from '../../components/moment-input';
import { notifyDone } from '../../components/notify';
import { SaveBar } from '../../components/save-bar';
import { useSettingsForm, type Stored } from '../../components/use-settings-form';
import type { Key } from './key-model';

const PATH = '/admin/v1/keys/{id}';
interface Editable {
  readonly name: string;
  readonly expires_at?: string;
}

/** What a key is called, and when it ends; the key itself stays as it is. */
export function EditKey({ of, onClose }: { of: Key; onClose: () => void }) {
  const { t } = useTranslation('keys');
  const queries = useQueryClient();
  const params = { path: { id: of.id } };
  const editing = useSettingsForm<Editable>({
    stored: editable(of),
    patch: async (body, version) =>
      answered(await client.PATCH(PATH, { params: { ...params, ...ifMatch(version) }, body })),
    read: async () => answered(await client.GET(PATH, { params })),
    onSaved: () => {
      notifyDone(t('edit.done', { name: of.name }));
      onClose();
      void askAnew(queries);
    },
  });
  const { form } = editing;
  return (
    <Modal opened onClose={onClose} title={t('edit.title', { name: of.name })} size="lg">
      <Stack>
        <TextInput
          label={t('name')}
          description={t('name_help')}
          required
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <MomentInput
          label={t('expires')}
          description={t('expires_help')}
          {...form.getInputProps('expires_at')}
        />
        <SaveBar editing={editing} />
      </Stack>
    </Modal>
  );
}

const editable = ({ name, expires_at: ends, version }: Key): Stored<Editable> => ({
  settings: { name, ...(ends !== null && { expires_at: ends }) },
  version,
});

/** What the client has thrown otherwise. */
function answered({ data }: { data?: Key | undefined }): Stored<Editable> {
  if (!data) throw new Error('The API answered without the key.');
  return editable(data);
}
