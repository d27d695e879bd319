import { Alert, Modal, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client, ifMatch } from '../../api/client';
import { askAnew } from '../../api/session';
import { Choice } from '../../components/choice';
import { notifyDone } from '../../components/notify';
import { SaveBar } from '../../components/save-bar';
import { useSettingsForm, type Stored } from '../../components/use-settings-form';
import type { Member } from './member-model';
import { useManagedRoles } from './use-mine';

const PATH = '/admin/v1/members/{id}';
const STATUSES = ['active', 'disabled'] as const;
type Editable = Pick<Member, 'name' | 'role' | 'status'>;

/** @param isLastOwner their role and access stay, and it says why */
export function EditMember(props: { member: Member; isLastOwner: boolean; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const queries = useQueryClient();
  const managed = useManagedRoles();
  const { member, isLastOwner, onClose } = props;
  const params = { path: { id: member.id } };
  const editing = useSettingsForm<Editable>({
    stored: editable(member),
    patch: async (body, version) =>
      answered(await client.PATCH(PATH, { params: { ...params, ...ifMatch(version) }, body })),
    read: async () => answered(await client.GET(PATH, { params })),
    onSaved: () => {
      notifyDone(t('members.saved', { name: member.name }));
      onClose();
      void askAnew(queries);
    },
  });
  const { form } = editing;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('members.edit_title', { email: member.email })}
      size="lg"
    >
      <Stack>
        {isLastOwner && <Alert color="indigo">{t('members.last_owner')}</Alert>}
        <TextInput
          label={t('members.name')}
          required
          maxLength={100}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {!isLastOwner && (
          <>
            <Choice
              label={t('members.role')}
              options={managed.map((value) => ({
                value,
                label: t(`common:roles.${value}`),
                about: t(`common:roles_about.${value}`),
              }))}
              {...form.getInputProps('role')}
            />
            <Choice
              label={t('members.status')}
              options={STATUSES.map((value) => ({
                value,
                label: t(`members.statuses.${value}`),
                about: t(`members.statuses_about.${value}`),
              }))}
              {...form.getInputProps('status')}
            />
          </>
        )}
        <SaveBar editing={editing} />
      </Stack>
    </Modal>
  );
}

const editable = ({ name, role, status, version }: Member): Stored<Editable> => ({
  settings: { name, role, status },
  version,
});

/** What the client has thrown otherwise. */
function answered({ data }: { data?: Member | undefined }): Stored<Editable> {
  if (!data) throw new Error('The API answered without the member.');
  return editable(data);
}
