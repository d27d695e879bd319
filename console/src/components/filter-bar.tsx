import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

export interface Filter {
  /** In the address. */
  readonly name: string;
  readonly label: string;
  /** Left out: a text. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly placeholder?: string;
  readonly type?: 'datetime-local';
  readonly width?: number;
  /** What counts while nothing is chosen; with it there is no choice of none. */
  readonly otherwise?: string;
}

/** As `sm` of the theme. */
const NARROW = '(max-width: 48em)';

/** What is filtered stands in the address, so that a filtered list is a link. */
export function useFilters() {
  const values = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const go = useNavigate();
  const set = (changes: Readonly<Record<string, string | undefined>>) =>
    void go({
      to: '.',
      search: (before: object) =>
        Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value)),
      replace: true,
    } as Parameters<typeof go>[0]);
  return { values, set };
}

export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const { t } = useTranslation();
  const { values, set } = useFilters();
  const isNarrow = useMediaQuery(NARROW);
  const [isOpen, { toggle }] = useDisclosure();
  const shown = isNarrow && !isOpen ? filters.slice(0, 1) : filters;
  const given = filters.filter(({ name }) => values[name] !== undefined);
  return (
    <Group gap="xs" align="flex-end" role="search">
      {shown.map((filter, index) => (
        <Field
          key={filter.name}
          filter={filter}
          isFirst={index === 0}
          value={values[filter.name]}
          onChange={(value) => set({ [filter.name]: value })}
        />
      ))}
      {isNarrow && filters.length > 1 && (
        <Button
          variant="default"
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={toggle}
          aria-expanded={isOpen}
        >
          {t('more_filters')}
        </Button>
      )}
      {given.length > 0 && (
        <Button
          variant="subtle"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => set(Object.fromEntries(given.map(({ name }) => [name, undefined])))}
        >
          {t('clear_filters')}
        </Button>
      )}
    </Group>
  );
}

function Field(props: {
  filter: Filter;
  isFirst: boolean;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const { t } = useTranslation();
  const { filter, isFirst, value, onChange } = props;
  const { label, options, type, placeholder, otherwise, width = 180 } = filter;
  const shared = { label, size: 'sm', w: { base: '100%', xs: width } } as const;
  if (options) {
    return (
      <Select
        {...shared}
        data={options}
        value={value ?? otherwise ?? null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
        placeholder={t('all')}
        clearable={otherwise === undefined}
        allowDeselect={otherwise === undefined}
        clearButtonProps={{ 'aria-label': t('clear', { what: label }) }}
        searchable={options.length > 10}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      {...(type && { type })}
      {...(placeholder && { placeholder })}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      {...(isFirst && { 'data-shortcut': 'f' })}
    />
  );
}
