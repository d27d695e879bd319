import { Code, Group, Select, TagsInput, Text, TextInput } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { DecimalInput } from '../../components/decimal-input';
import { RowsField } from '../../components/rows-field';
import { Section } from '../../components/section';
import { faultBelow, type Form } from '../../components/organisation-editing';
import { OwnTerms } from './own-terms';

const PATTERNS_MAX = 50;
const CHECKS = ['none', 'luhn', 'mod97'] as const;
const REMOVE = '"gw": {"remove": ["Falcon"]}';

/** What only this organisation knows to be confidential, and what it knows not to be. */
export function OwnSection({ form }: { form: Form }) {
  const { t } = useTranslation('policy');
  return (
    <Section title={t('own.title')} about={t('own.about')}>
      <OwnTerms
        terms={form.values.protection.terms}
        onChange={(terms) => form.setFieldValue('protection.terms', terms)}
        error={faultBelow(form, 'protection.terms')}
      />
      <RowsField
        label={t('own.patterns')}
        description={t('own.patterns_about')}
        count={form.values.protection.patterns.length}
        max={PATTERNS_MAX}
        add={t('own.add_pattern')}
        onAdd={() =>
          form.insertListItem('protection.patterns', {
            name: '',
            pattern: '',
            score: 0.9,
            words: [],
            check: 'none',
          })
        }
        onRemove={(index) => form.removeListItem('protection.patterns', index)}
        row={(index) => <Pattern form={form} path={`protection.patterns.${index}`} />}
      />
      <PatternsFault form={form} />
      <TagsInput
        label={t('own.allowed')}
        description={t('own.allowed_about')}
        error={faultBelow(form, 'protection.allowed')}
        value={form.values.protection.allowed}
        onChange={(texts) => form.setFieldValue('protection.allowed', texts)}
      />
      <Text size="sm" c="dimmed">
        <Trans
          ns="policy"
          i18nKey="own.remove"
          values={{ field: REMOVE }}
          components={{ c: <Code /> }}
        />
      </Text>
    </Section>
  );
}

function Pattern({ form, path }: { form: Form; path: string }) {
  const { t } = useTranslation('policy');
  return (
    <>
      <Group grow align="flex-start" gap="xs">
        <TextInput
          label={t('own.name')}
          placeholder="order_number"
          required
          autoComplete="off"
          {...form.getInputProps(`${path}.name`)}
        />
        <TextInput
          label={t('own.pattern')}
          placeholder="\bORD-\d{6}\b"
          required
          autoComplete="off"
          spellCheck={false}
          ff="monospace"
          {...form.getInputProps(`${path}.pattern`)}
        />
      </Group>
      <Group grow align="flex-start" gap="xs">
        <DecimalInput
          label={t('own.score')}
          min={0}
          max={1}
          step={0.05}
          decimalScale={2}
          {...form.getInputProps(`${path}.score`)}
        />
        <Select
          label={t('own.check')}
          data={CHECKS.map((value) => ({ value, label: t(`checks.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps(`${path}.check`)}
        />
      </Group>
      <TagsInput
        label={t('own.words')}
        description={t('own.words_about')}
        {...form.getInputProps(`${path}.words`)}
      />
    </>
  );
}

/** Of a pattern that is wrong in itself the API says the name, which no field has. */
function PatternsFault({ form }: { form: Form }) {
  const fault = faultBelow(form, 'protection.patterns');
  return fault ? (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {fault}
    </Text>
  ) : null;
}
