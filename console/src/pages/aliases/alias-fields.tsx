import { Autocomplete, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNames, type AliasSettings } from './alias-model';
import { OrderedRows } from './ordered-rows';

type Props = { form: UseFormReturnType<AliasSettings> };
const MAX = 16;
const TYPED_MS = 200;

/** Name, targets and fallbacks of an alias, in their order. */
export function AliasFields({ form }: Props) {
  const { t } = useTranslation('routing');
  const { targets, fallbacks } = form.values;
  const total = targets.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <>
      <TextInput
        label={t('name')}
        description={t('aliases.name_help')}
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Ordered
        title={t('aliases.targets')}
        about={t('aliases.targets_about')}
        add={t('aliases.add_target')}
        count={targets.length}
        error={form.errors['targets']}
        onAdd={() => form.insertListItem('targets', { model: '', weight: 1 })}
      >
        <OrderedRows
          what={t('aliases.target')}
          count={targets.length}
          least={1}
          onMove={(from, to) => form.reorderListItem('targets', { from, to })}
          onRemove={(index) => form.removeListItem('targets', index)}
          row={(index) => (
            <Group gap="xs" align="flex-end">
              <Name
                form={form}
                path={`targets.${index}.model`}
                value={targets[index]?.model ?? ''}
              />
              {targets.length > 1 && (
                <NumberInput
                  label={t('aliases.weight')}
                  w={110}
                  min={1}
                  max={1_000}
                  suffix={` · ${Math.round((100 * (targets[index]?.weight ?? 0)) / (total || 1))} %`}
                  allowDecimal={false}
                  {...form.getInputProps(`targets.${index}.weight`)}
                />
              )}
            </Group>
          )}
        />
      </Ordered>
      <Ordered
        title={t('aliases.fallbacks')}
        about={t('aliases.fallbacks_about')}
        add={t('aliases.add_fallback')}
        count={fallbacks.length}
        error={form.errors['fallbacks']}
        onAdd={() => form.insertListItem('fallbacks', '')}
      >
        <OrderedRows
          what={t('aliases.fallback')}
          count={fallbacks.length}
          least={0}
          onMove={(from, to) => form.reorderListItem('fallbacks', { from, to })}
          onRemove={(index) => form.removeListItem('fallbacks', index)}
          row={(index) => (
            <Name form={form} path={`fallbacks.${index}`} value={fallbacks[index] ?? ''} />
          )}
        />
      </Ordered>
    </>
  );
}

function Ordered(props: {
  title: string;
  about: string;
  add: string;
  count: number;
  error: ReactNode;
  onAdd: () => void;
  children: ReactNode;
}) {
  const { title, about, add, count, error, onAdd, children } = props;
  return (
    <Stack gap={6} role="group" aria-label={title}>
      <Stack gap={0}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {about}
        </Text>
      </Stack>
      {children}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={count >= MAX}
          onClick={onAdd}
        >
          {add}
        </Button>
      </Group>
    </Stack>
  );
}

function Name({ form, path, value }: Props & { path: string; value: string }) {
  const { t } = useTranslation('routing');
  const [part] = useDebouncedValue(value, TYPED_MS);
  return (
    <Autocomplete
      label={t('aliases.model')}
      placeholder="provider/model"
      required
      flex={1}
      miw={180}
      data={[...useNames(part)]}
      limit={20}
      spellCheck={false}
      {...form.getInputProps(path)}
    />
  );
}
