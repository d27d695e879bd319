import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client, ifMatch, type Schemas } from '../api/client';
import { useReach } from '../api/session';
import { Loadable } from './loadable';
import { notifyDone } from './notify';
import { SaveBar } from './save-bar';
import { useSettingsForm, type SettingsForm } from './use-settings-form';

export type Organisation = Schemas['OrganisationView'];
export type OrganisationSettings = Schemas['OrganisationDto'];
export type OrganisationForm = SettingsForm<OrganisationSettings>;
export type Form = OrganisationForm['form'];

const PATH = '/admin/v1/organisation';

/** A page about some of the organisation's settings: each sends what it changes, and nothing else. */
export function OrganisationEditing(props: {
  children: (editing: OrganisationForm, stored: Organisation, isReadOnly: boolean) => ReactNode;
}) {
  const query = api.useQuery('get', PATH);
  return (
    <Loadable query={query}>
      {(data) => <Editing key={data.id} stored={data} fields={props.children} />}
    </Loadable>
  );
}

function Editing(props: {
  stored: Organisation;
  fields: (editing: OrganisationForm, stored: Organisation, isReadOnly: boolean) => ReactNode;
}) {
  const { t } = useTranslation(['policy', 'common']);
  const queries = useQueryClient();
  const { stored, fields } = props;
  const isReadOnly = useReach('organisation:update') === undefined || stored.managed_by_file;
  const editing = useSettingsForm<OrganisationSettings>({
    stored,
    patch: async (patch, version) => {
      const body = patch as unknown as OrganisationSettings;
      return answered(await client.PATCH(PATH, { params: ifMatch(version), body }));
    },
    read: async () => answered(await client.GET(PATH)),
    onSaved: () => {
      notifyDone(t('saved'));
      void queries.invalidateQueries(); // The name stands above every page.
    },
  });
  return (
    <>
      {isReadOnly && (
        <Alert color="indigo">
          {t(stored.managed_by_file ? 'common:by_file' : 'common:read_only')}
        </Alert>
      )}
      {fields(editing, stored, isReadOnly)}
      <SaveBar editing={editing} />
    </>
  );
}

/** What the client has thrown otherwise. */
function answered({ data }: { data?: Organisation | undefined }): Organisation {
  if (!data) throw new Error('The API answered without the organisation.');
  return data;
}

/** The first fault below a path, where no field of its own shows it. */
export const faultBelow = (form: Form, path: string): ReactNode =>
  Object.entries(form.errors).find(
    ([name]) => name === path || name.startsWith(`${path}.`) || name.startsWith(`${path}[`),
  )?.[1];
