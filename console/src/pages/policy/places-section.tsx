import { Group, MultiSelect, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RowsField } from '../../components/rows-field';
import { Section } from '../../components/section';
import { COUNTRIES, nameOfPlace, ZONES } from './countries';
import { faultBelow, type Form } from '../../components/organisation-editing';

const DECISIONS_MAX = 300;

interface Props {
  form: Form;
  isReadOnly: boolean;
}

/** Zones and countries beside the preset, and which decisions of the Commission count. */
export function PlacesSection({ form, isReadOnly }: Props) {
  const { t } = useTranslation('policy');
  const { residency } = form.values;
  const countries = (name: 'allow_countries' | 'deny_countries') => (
    <MultiSelect
      label={t(`places.${name}`)}
      description={t(`places.${name}_about`)}
      searchable
      limit={60}
      disabled={isReadOnly}
      data={withStored(residency[name])}
      nothingFoundMessage={t('places.no_country')}
      error={faultBelow(form, `residency.${name}`)}
      value={residency[name]}
      onChange={(codes) => form.setFieldValue(`residency.${name}`, codes)}
    />
  );
  return (
    <Section title={t('places.title')} about={t('places.about')}>
      <TagsInput
        label={t('places.allow_zones')}
        description={t('places.allow_zones_about')}
        placeholder={residency.allow_zones ? '' : t('as_preset')}
        data={ZONES}
        disabled={isReadOnly}
        error={faultBelow(form, 'residency.allow_zones')}
        value={residency.allow_zones ?? []}
        onChange={(zones) =>
          form.setFieldValue('residency.allow_zones', zones.length > 0 ? zones : undefined)
        }
      />
      {countries('allow_countries')}
      {countries('deny_countries')}
      <Select
        label={t('places.adequacy')}
        description={t('places.adequacy_about')}
        placeholder={t('as_preset')}
        clearable
        clearButtonProps={{ 'aria-label': t('as_preset') }}
        data={(['none', 'list'] as const).map((value) => ({
          value,
          label: t(`places.adequacies.${value}`),
        }))}
        {...form.getInputProps('residency.adequacy')}
        value={residency.adequacy ?? null}
        onChange={(value) =>
          form.setFieldValue(
            'residency.adequacy',
            value === 'none' || value === 'list' ? value : undefined,
          )
        }
      />
      <RowsField
        label={t('places.decisions')}
        description={t('places.decisions_about')}
        count={residency.adequate_countries.length}
        max={DECISIONS_MAX}
        add={t('places.add_decision')}
        onAdd={() =>
          form.insertListItem('residency.adequate_countries', {
            country: '',
            from: '',
            applies: true,
          })
        }
        onRemove={(index) => form.removeListItem('residency.adequate_countries', index)}
        row={(index) => <Decision form={form} path={`residency.adequate_countries.${index}`} />}
      />
    </Section>
  );
}

function Decision({ form, path }: { form: Form; path: string }) {
  const { t } = useTranslation('policy');
  return (
    <>
      <Select
        label={t('places.country')}
        searchable
        limit={60}
        required
        data={COUNTRIES}
        {...form.getInputProps(`${path}.country`)}
      />
      <Group grow align="flex-start" gap="xs">
        <TextInput
          type="date"
          label={t('places.from')}
          required
          {...form.getInputProps(`${path}.from`)}
        />
        <TextInput type="date" label={t('places.until')} {...form.getInputProps(`${path}.until`)} />
      </Group>
      <TextInput
        label={t('places.scope')}
        maxLength={200}
        {...form.getInputProps(`${path}.scope`)}
      />
      <Switch
        label={t('places.applies')}
        {...form.getInputProps(`${path}.applies`, { type: 'checkbox' })}
      />
    </>
  );
}

/** What is stored under another name, as UK, is shown as well. */
const withStored = (codes: readonly string[]) => [
  ...COUNTRIES,
  ...codes
    .filter((code) => !COUNTRIES.some(({ value }) => value === code))
    .map((value) => ({ value, label: nameOfPlace(value) })),
];
