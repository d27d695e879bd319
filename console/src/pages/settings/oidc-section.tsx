import {
  Button,
  Group,
  PasswordInput,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlugConnected } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { CopyText } from '../../components/copy-text';
import { RowsField } from '../../components/rows-field';
import { Section } from '../../components/section';
import { LOWER_ROLES, type Policy } from './policy';

const GROUPS_MAX = 200;
const NEW = { issuer: '', client_id: '', roles: [], required: false };

/** @param isStored there is one to test; @param isChanged and the form has another */
export function OidcSection(props: {
  form: UseFormReturnType<Policy>;
  redirectUri: string;
  hasSecret: boolean;
  isStored: boolean;
  isChanged: boolean;
}) {
  const { t } = useTranslation(['people', 'common']);
  const { form, redirectUri, hasSecret, isStored, isChanged } = props;
  const { oidc } = form.values;
  // A member that is left out is an empty field, also after it was discarded.
  const text = (name: 'issuer' | 'client_id' | 'client_secret' | 'group_claim') => ({
    ...form.getInputProps(`oidc.${name}`),
    value: oidc?.[name] ?? '',
  });
  return (
    <Section title={t('oidc.title')} about={t('oidc.about')}>
      <Switch
        label={t('oidc.on')}
        checked={oidc !== undefined}
        onChange={({ currentTarget }) =>
          form.setFieldValue('oidc', currentTarget.checked ? NEW : undefined)
        }
      />
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {t('oidc.redirect_uri')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('oidc.redirect_help')}
        </Text>
        <CopyText text={redirectUri} />
      </Stack>
      {oidc && (
        <>
          <TextInput
            label={t('oidc.issuer')}
            description={t('oidc.issuer_help')}
            placeholder="https://login.example.com"
            required
            autoComplete="off"
            {...text('issuer')}
          />
          <TextInput
            label={t('oidc.client_id')}
            required
            autoComplete="off"
            {...text('client_id')}
          />
          <PasswordInput
            label={t('oidc.client_secret')}
            description={t(hasSecret ? 'oidc.secret_kept' : 'oidc.secret_help')}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('oidc.show_secret') }}
            {...text('client_secret')}
          />
          <Select
            label={t('oidc.new_members')}
            description={t('oidc.new_members_help')}
            placeholder={t('oidc.nobody')}
            clearable
            clearButtonProps={{ 'aria-label': t('oidc.nobody') }}
            data={LOWER_ROLES.map((value) => ({ value, label: t(`common:roles.${value}`) }))}
            {...form.getInputProps('oidc.new_members')}
            value={oidc.new_members ?? null}
          />
          <TextInput
            label={t('oidc.group_claim')}
            description={t('oidc.group_claim_help')}
            placeholder="groups"
            autoComplete="off"
            {...text('group_claim')}
          />
          <Groups form={form} />
          <Switch
            label={t('oidc.required')}
            description={t('oidc.required_help')}
            {...form.getInputProps('oidc.required', { type: 'checkbox' })}
          />
        </>
      )}
      {oidc && isStored && <Test isChanged={isChanged} />}
    </Section>
  );
}

function Groups({ form }: { form: UseFormReturnType<Policy> }) {
  const { t } = useTranslation(['people', 'common']);
  const rows = form.values.oidc?.roles ?? [];
  return (
    <RowsField
      label={t('oidc.groups')}
      description={t('oidc.groups_help')}
      count={rows.length}
      max={GROUPS_MAX}
      add={t('oidc.groups_add')}
      onAdd={() => form.insertListItem('oidc.roles', { group: '', role: 'member' })}
      onRemove={(index) => form.removeListItem('oidc.roles', index)}
      row={(index) => (
        <Group grow align="flex-start" gap="xs">
          <TextInput
            label={t('oidc.group')}
            required
            autoComplete="off"
            {...form.getInputProps(`oidc.roles.${index}.group`)}
          />
          <Select
            label={t('members.role')}
            allowDeselect={false}
            data={LOWER_ROLES.map((value) => ({ value, label: t(`common:roles.${value}`) }))}
            {...form.getInputProps(`oidc.roles.${index}.role`)}
          />
        </Group>
      )}
    />
  );
}

/** A whole round trip that signs nobody in. What is stored is tried, so it is stored first. */
function Test({ isChanged }: { isChanged: boolean }) {
  const { t } = useTranslation('people');
  const { mutate, isPending } = api.useMutation('post', '/admin/v1/oidc/test', {
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        loading={isPending}
        disabled={isChanged}
        onClick={() => mutate({})}
      >
        {t('oidc.test')}
      </Button>
      <Text size="sm" c="dimmed">
        {t(isChanged ? 'oidc.test_first' : 'oidc.test_about')}
      </Text>
    </Group>
  );
}
