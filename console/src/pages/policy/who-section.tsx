import { Select, TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/choice';
import { Section } from '../../components/section';
import { faultBelow, type Form } from '../../components/organisation-editing';

const RULES = ['preset', 'any', 'in', 'not_in'] as const;
type Rule = (typeof RULES)[number];
const RETENTIONS = ['any', '30d', 'zero'] as const;

/** Who runs an endpoint, what a contract says, and for how long something is kept there. */
export function WhoSection({ form, isReadOnly }: { form: Form; isReadOnly: boolean }) {
  const { t } = useTranslation('policy');
  const { operator, require_guaranteed: guaranteed } = form.values.residency;
  const rule = ruleOf(operator);
  return (
    <Section title={t('who.title')} about={t('who.about')}>
      <Select
        label={t('who.operator')}
        description={t('who.operator_about')}
        data={RULES.map((value) => ({ value, label: t(`who.rules.${value}`) }))}
        allowDeselect={false}
        value={rule}
        onChange={(value) => form.setFieldValue('residency.operator', newRule(value))}
      />
      {(rule === 'in' || rule === 'not_in') && (
        <TagsInput
          label={t('who.countries')}
          description={t('who.countries_about')}
          data={['EU', 'EEA', 'EEA+CH']}
          disabled={isReadOnly}
          error={faultBelow(form, 'residency.operator')}
          value={operator?.[rule] ?? []}
          onChange={(places) => form.setFieldValue('residency.operator', { [rule]: places })}
        />
      )}
      <Select
        label={t('who.guaranteed')}
        description={t('who.guaranteed_about')}
        placeholder={t('as_preset')}
        clearable
        clearButtonProps={{ 'aria-label': t('as_preset') }}
        data={(['true', 'false'] as const).map((value) => ({
          value,
          label: t(`who.guarantees.${value}`),
        }))}
        value={guaranteed === undefined ? null : String(guaranteed)}
        onChange={(value) =>
          form.setFieldValue(
            'residency.require_guaranteed',
            value === null ? undefined : value === 'true',
          )
        }
      />
      <Choice
        label={t('who.retention')}
        options={RETENTIONS.map((value) => ({
          value,
          label: t(`who.retentions.${value}`),
          about: t(`who.retentions_about.${value}`),
        }))}
        {...form.getInputProps('residency.max_retention')}
      />
    </Section>
  );
}

type Operator = Form['values']['residency']['operator'];

/** A list of nobody to be in is no rule: everybody may run it, whatever the preset says. */
function ruleOf(operator: Operator): Rule {
  if (!operator) return 'preset';
  if (operator.not_in) return 'not_in';
  return operator.in?.length ? 'in' : 'any';
}

function newRule(rule: string | null): Operator {
  if (rule === 'in') return { in: ['EEA'] };
  if (rule === 'not_in') return { not_in: [] };
  return rule === 'any' ? { in: [] } : undefined;
}
