import { Group, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DATA_GROUPS, DATA_KINDS, DATA_SUBTYPES } from '#contract';
import type { Schemas } from '../api/client';
import { RowsField } from './rows-field';

type Rule = Schemas['KindRuleDto'];
const RULES_MAX = 200;
const ACTIONS = ['log', 'mask', 'tokenize', 'block'] as const;

/** Names that a rule may have: groups, kinds, and what is told apart within a kind. */
export const KIND_NAMES: readonly string[] = [
  ...new Set([...DATA_GROUPS, ...Object.keys(DATA_KINDS), ...Object.values(DATA_SUBTYPES).flat()]),
];

/** What is done about kinds of data where it is not what the mode says. */
export function KindRules(props: {
  rules: readonly Rule[];
  onChange: (rules: Rule[]) => void;
  label: string;
  description?: string;
  errors: Readonly<Record<string, unknown>>;
  /** Of the rules among the settings, as in `protection.kinds`. */
  path: string;
}) {
  const { t } = useTranslation();
  const { rules, onChange, label, description, errors, path } = props;
  const set = (index: number, change: Partial<Rule>) =>
    onChange(rules.map((rule, place) => (place === index ? { ...rule, ...change } : rule)));
  const faultOf = (index: number, member: string) => errors[`${path}.${index}.${member}`] as string;
  return (
    <RowsField
      label={label}
      {...(description && { description })}
      count={rules.length}
      max={RULES_MAX}
      add={t('rules.add')}
      onAdd={() => onChange([...rules, { name: '' }])}
      onRemove={(index) => onChange(rules.filter((_, place) => place !== index))}
      row={(index) => {
        const rule = rules[index];
        return (
          <Group grow align="flex-start" gap="xs">
            <Select
              label={t('rules.name')}
              searchable
              limit={50}
              data={KIND_NAMES}
              value={rule?.name || null}
              onChange={(name) => set(index, { name: name ?? '' })}
              error={faultOf(index, 'name')}
            />
            <Select
              label={t('rules.action')}
              placeholder={t('rules.as_mode')}
              clearable
              clearButtonProps={{ 'aria-label': t('rules.as_mode') }}
              data={ACTIONS.map((value) => ({ value, label: t(`rules.actions.${value}`) }))}
              value={rule?.action ?? null}
              onChange={(action) =>
                onChange(
                  rules.map((one, place) => (place === index ? withAction(one, action) : one)),
                )
              }
              error={faultOf(index, 'action')}
            />
            <Select
              label={t('rules.enabled')}
              data={[
                { value: 'default', label: t('rules.default') },
                { value: 'true', label: t('rules.on') },
                { value: 'false', label: t('rules.off') },
              ]}
              allowDeselect={false}
              value={String(rule?.enabled ?? 'default')}
              onChange={(value) =>
                onChange(
                  rules.map((one, place) => (place === index ? withEnabled(one, value) : one)),
                )
              }
              error={faultOf(index, 'enabled')}
            />
          </Group>
        );
      }}
    />
  );
}

const without = (rule: Rule, member: keyof Rule): Rule =>
  Object.fromEntries(Object.entries(rule).filter(([name]) => name !== member)) as unknown as Rule;

function withAction(rule: Rule, action: string | null): Rule {
  const known = ACTIONS.find((one) => one === action);
  return known ? { ...rule, action: known } : without(rule, 'action');
}

function withEnabled(rule: Rule, value: string | null): Rule {
  const isSaid = value === 'true' || value === 'false';
  return isSaid ? { ...rule, enabled: value === 'true' } : without(rule, 'enabled');
}
