import { Switch, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inputAt } from '../../components/input-at';
import { TOOL_FAMILY, type Family } from './provider-model';
import { OPENED_BY_SECRET, ToolFields, type ToolAccess } from './tool-fields';

/** Where a provider is, and what it serves; '' where nothing is said. */
export interface Whereabouts extends ToolAccess {
  readonly base_url: string;
  readonly region: string;
  readonly project: string;
  readonly api_version: string;
  readonly models: readonly string[];
  readonly zone: string;
  readonly guaranteed: boolean;
}

export const NOWHERE: Whereabouts = {
  base_url: '',
  region: '',
  project: '',
  api_version: '',
  ...OPENED_BY_SECRET,
  models: [],
  zone: '',
  guaranteed: false,
};

/** Asks for what the family needs to be reached. */
export function FamilyFields<Values extends Whereabouts>(props: {
  family: Family;
  form: UseFormReturnType<Values>;
  /** Asks for the secret, where it is asked for; stands behind what says where it goes. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('routing');
  const { family, form } = props;
  const { needs_address: needsAddress, needs_region: needsRegion, base_url: address } = family;
  return (
    <>
      <TextInput
        label={t('providers.address')}
        description={
          needsAddress
            ? t(family.family === TOOL_FAMILY ? 'tools.address_help' : 'providers.address_help')
            : address
              ? t('providers.address_default', { address })
              : t('providers.address_regional')
        }
        required={needsAddress}
        autoComplete="off"
        placeholder="https://"
        {...form.getInputProps('base_url')}
      />
      {(needsRegion || family.family === 'azure') && (
        <TextInput
          label={t('providers.region')}
          description={t('providers.region_help')}
          required={needsRegion}
          autoComplete="off"
          {...form.getInputProps('region')}
        />
      )}
      {family.needs_project && (
        <TextInput
          label={t('providers.project')}
          description={t('providers.project_help')}
          required
          autoComplete="off"
          {...form.getInputProps('project')}
        />
      )}
      {family.family === 'azure' && (
        <TextInput
          label={t('providers.api_version')}
          description={t('providers.api_version_help')}
          autoComplete="off"
          {...form.getInputProps('api_version')}
        />
      )}
      {family.family === TOOL_FAMILY ? (
        <ToolFields form={form}>{props.children}</ToolFields>
      ) : (
        <>
          {props.children}
          <TagsInput
            label={t('providers.models')}
            description={t('providers.models_help')}
            {...form.getInputProps('models')}
          />
        </>
      )}
      {needsAddress && (
        <>
          <TextInput
            label={t('providers.zone')}
            description={t('providers.zone_help', { context: family.family })}
            autoComplete="off"
            {...inputAt(form, 'zone', 'location.zone')}
          />
          {form.values.zone && (
            <Switch
              label={t('providers.is_guaranteed')}
              {...form.getInputProps('guaranteed', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </>
  );
}
