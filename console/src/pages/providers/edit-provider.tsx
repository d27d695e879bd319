import { Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, ifMatch, type Schemas } from '../../api/client';
import { withoutBlanks } from '../../api/merge-patch';
import { askAnew } from '../../api/session';
import { notifyDone } from '../../components/notify';
import { SaveBar } from '../../components/save-bar';
import { useSettingsForm, type Stored } from '../../components/use-settings-form';
import { FamilyFields, type Whereabouts } from './family-fields';
import { PROVIDER, type Provider } from './provider-model';
import { SecretInput } from './secret-input';
import { toolAccessOf, withOauth } from './tool-fields';
import { useFamilies } from './use-families';

type Read = Pick<Provider, 'settings' | 'version'>;

/** Where a provider is, and what it serves; its name stands in the log, and stays. */
export function EditProvider({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { t } = useTranslation('routing');
  const queries = useQueryClient();
  const { id, name, settings } = provider;
  const family = useFamilies().find((one) => one.family === settings.family);
  const params = { path: { id } };
  const read = async () => answered(await client.GET(PROVIDER, { params }));
  // Beside the settings: what was changed of these is shown.
  const [secret, setSecret] = useState('');
  const editing = useSettingsForm<Whereabouts>({
    stored: editable(provider),
    patch: async (patch, version) => {
      const { settings: stored } = await read();
      const more = movesSecret(patch) && secret !== '' ? { secret: { value: secret } } : {};
      const changed = { ...bodyOf(patch, stored.models), ...more };
      const body = changed as unknown as Schemas['ProviderInput'];
      const to = { ...params, ...ifMatch(version) };
      return editable(answered(await client.PATCH(PROVIDER, { params: to, body })));
    },
    read: async () => editable(await read()),
    onSaved: () => {
      notifyDone(t('providers.edit.done', { name }));
      onClose();
      void askAnew(queries);
    },
  });
  const { form, patch } = editing;
  return (
    <Modal opened onClose={onClose} title={t('providers.edit.title', { name })} size="lg">
      <Stack>
        {family && (
          <FamilyFields family={family} form={form}>
            {movesSecret(patch) && (
              <SecretInput
                family={family}
                isOfClient={Boolean(form.values.token_url)}
                description={t('providers.edit.secret_help')}
                value={secret}
                error={form.errors['secret']}
                onChange={({ currentTarget }) => {
                  setSecret(currentTarget.value);
                  form.clearFieldError('secret');
                }}
              />
            )}
          </FamilyFields>
        )}
        <SaveBar editing={editing} />
      </Stack>
    </Modal>
  );
}

/** The secret would go where it did not go before; whether it has to be given again is for the API to say. */
const movesSecret = (patch: object): boolean => 'base_url' in patch || 'token_url' in patch;

/** A form has '' where a setting is left out, which is no change. */
function editable({ settings, version }: Read): Stored<Whereabouts> {
  const { base_url, region, project, api_version, models, location } = settings;
  const { zone, guaranteed = false } = location ?? {};
  const ids = models.map(({ id }) => id);
  const known = {
    base_url,
    region,
    project,
    api_version,
    ...toolAccessOf(settings),
    models: ids,
    zone,
    guaranteed,
  };
  return { version, settings: withoutBlanks(known) as Whereabouts };
}

/** @param stored the models as they are: those that stay keep their prices and all else */
function bodyOf(
  { zone, guaranteed, models, ...plain }: Partial<Record<keyof Whereabouts, unknown>>,
  stored: Read['settings']['models'],
): object {
  const location = {
    ...(zone !== undefined && { zone }),
    ...(guaranteed !== undefined && { guaranteed }),
  };
  const modelOf = (id: string) => stored.find((one) => one.id === id) ?? { id };
  return {
    ...withOauth(plain),
    ...(Object.keys(location).length > 0 && { location: zone === null ? null : location }),
    ...(models !== undefined && { models: ((models ?? []) as readonly string[]).map(modelOf) }),
  };
}

/** What the client has thrown otherwise. */
function answered({ data }: { data?: Read | undefined }): Read {
  if (!data) throw new Error('The API answered without the provider.');
  return data;
}
