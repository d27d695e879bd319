import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { withoutBlanks } from '../../api/merge-patch';
import { askAnew } from '../../api/session';
import { FormDialog } from '../../components/form-dialog';
import { notifyDone } from '../../components/notify';
import { FamilyFields, NOWHERE } from './family-fields';
import { PROVIDERS, TOOL_FAMILY } from './provider-model';
import { SecretInput } from './secret-input';
import { withOauth } from './tool-fields';
import { useFamilies } from './use-families';

const BLANK = { ...NOWHERE, family: '', name: '', secret: '' };
type Values = typeof BLANK;

/** Asks for what the family needs, and for nothing that it knows itself. @param props.family the only one, if it is not to be chosen */
export function NewProvider(props: {
  title: string;
  family?: string;
  onClose: () => void;
  onMade: (name: string) => void;
}) {
  const { t } = useTranslation('routing');
  const queries = useQueryClient();
  const families = useFamilies();
  const { title, family: only, onClose, onMade } = props;
  const form = useForm<Values>({ initialValues: { ...BLANK, family: only ?? '' } });
  const family = families.find((one) => one.family === form.values.family);
  const { mutate, isPending, error } = api.useMutation('post', PROVIDERS, {
    meta: { isHandled: true },
    gcTime: 0, // What was sent is a secret: it stays no longer than it takes.
    onSuccess: ({ name }) => {
      notifyDone(t('providers.created', { name }));
      onMade(name);
      void askAnew(queries);
    },
  });
  return (
    <FormDialog
      title={title}
      action={t('providers.create')}
      form={form}
      error={error}
      isBusy={isPending}
      size="lg"
      onClose={onClose}
      onSubmit={(values) => mutate({ body: bodyOf(values) })}
    >
      {only === undefined && (
        <Select
          label={t('providers.family')}
          required
          searchable
          data-autofocus
          data={families.map(({ family: name }) => name).filter((name) => name !== TOOL_FAMILY)}
          {...form.getInputProps('family')}
          onChange={(chosen) => {
            // Most have one of each family, and call it so.
            const { name, family: before } = form.values;
            if (name === before) form.setFieldValue('name', chosen ?? '');
            form.setFieldValue('family', chosen ?? '');
          }}
        />
      )}
      <TextInput
        label={t('name')}
        description={t('providers.name_help', { context: form.values.family })}
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {family && (
        <FamilyFields family={family} form={form}>
          <SecretInput
            family={family}
            isOfClient={form.values.token_url !== ''}
            required={family.needs_project}
            {...form.getInputProps('secret')}
          />
        </FamilyFields>
      )}
    </FormDialog>
  );
}

function bodyOf({
  secret,
  models,
  zone,
  guaranteed,
  trusted,
  ...plain
}: Values): Schemas['ProviderInput'] {
  const more = {
    models: models.map((id) => ({ id })),
    ...(trusted && { trusted }),
    ...(secret !== '' && { secret: { value: secret } }),
    ...(zone !== '' && { location: { zone: zone.trim(), guaranteed } }),
  };
  // What is left out has its default, which the document asks for all the same.
  return withoutBlanks({ ...withOauth(plain), ...more }) as Schemas['ProviderInput'];
}
