import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MomentInput } from './moment-input';

export interface Filter {
  /** In the address. */
  readonly name: string;
  readonly label: string;
  /** Left out: a text. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly placeholder?: string;
  /** A moment stands in the address with its distance from UTC: a link means the same everywhere. */
  readonly type?: 'datetime-local' | 'date';
  readonly width?: number;
  /** Seldom asked for: behind "more filters" until it is given. */
  readonly isFurther?: boolean;
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
  const given = filters.filter(({ name }) => values[name] !== undefined);
  const isBehind = (filter: Filter, index: number) =>
    isNarrow ? index > 0 : filter.isFurther === true && !given.includes(filter);
  const shown = isOpen ? filters : filters.filter((one, index) => !isBehind(one, index));
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
      {(isOpen || shown.length < filters.length) && (
        <Button
          variant="default"
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={toggle}
          aria-expanded={isOpen}
        >
          {t(isOpen ? 'fewer_filters' : 'more_filters')}
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
  if (type === 'datetime-local') {
    return (
      <MomentInput {...shared} value={value} onChange={(moment) => onChange(moment || undefined)} />
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
