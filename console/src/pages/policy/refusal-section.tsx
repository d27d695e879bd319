import { ActionIcon, Button, Group, Input, Select, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/choice';
import { Section } from '../../components/section';
import { COUNTRIES, nameOfPlace, ZONES } from './countries';
import { faultBelow, type Form } from '../../components/organisation-editing';

const STATUSES = ['403', '451'] as const;
const ORDER_MAX = 20;

/** What a caller is told, and where calls go first. */
export function RefusalSection({ form }: { form: Form }) {
  const { t } = useTranslation('policy');
  return (
    <Section title={t('refusal.title')} about={t('refusal.about')}>
      <Choice
        label={t('refusal.status')}
        options={STATUSES.map((value) => ({
          value,
          label: t(`refusal.statuses.${value}`),
          about: t(`refusal.statuses_about.${value}`),
        }))}
        value={String(form.values.residency.block_status)}
        onChange={(value) =>
          form.setFieldValue('residency.block_status', value === '451' ? 451 : 403)
        }
      />
      <Order form={form} />
    </Section>
  );
}

/** A list whose order counts: one more at its end, one up, one down. */
function Order({ form }: { form: Form }) {
  const { t } = useTranslation('policy');
  const [chosen, setChosen] = useState<string | null>(null);
  const { order } = form.values.residency;
  const words = ['local', 'adequate', ...ZONES.filter((zone) => zone !== 'LOCAL')];
  const set = (places: string[]) => form.setFieldValue('residency.order', places);
  const nameOf = (word: string) =>
    word === 'local' || word === 'adequate' ? t(`refusal.words.${word}`) : nameOfPlace(word);
  return (
    <Input.Wrapper
      label={t('refusal.order')}
      description={t('refusal.order_about')}
      labelElement="div"
      error={faultBelow(form, 'residency.order')}
    >
      <Stack gap={6} mt="xs">
        {order.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('refusal.no_order')}
          </Text>
        )}
        <Stack component="ol" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
          {order.map((word, index) => (
            <Group component="li" key={word} gap={4} wrap="nowrap">
              <Text size="sm" flex={1}>
                {index + 1}. {nameOf(word)}
              </Text>
              <ActionIcon
                aria-label={t('refusal.up', { what: nameOf(word) })}
                disabled={index === 0}
                onClick={() => set(swapped(order, index - 1))}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('refusal.down', { what: nameOf(word) })}
                disabled={index === order.length - 1}
                onClick={() => set(swapped(order, index))}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
              <ActionIcon
                color="red"
                aria-label={t('refusal.remove', { what: nameOf(word) })}
                onClick={() => set(order.filter((one) => one !== word))}
              >
                <IconX size={16} />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <Select
            aria-label={t('refusal.place')}
            placeholder={t('refusal.place')}
            searchable
            limit={60}
            flex={1}
            size="xs"
            data={[...words.map((value) => ({ value, label: nameOf(value) })), ...COUNTRIES].filter(
              ({ value }) => !order.includes(value),
            )}
            value={chosen}
            onChange={setChosen}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={chosen === null || order.length >= ORDER_MAX}
            onClick={() => {
              if (chosen !== null) set([...order, chosen]);
              setChosen(null);
            }}
          >
            {t('refusal.add')}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

/** Of a place and the one behind it. */
const swapped = (list: readonly string[], index: number): string[] =>
  list.map((one, place) => {
    if (place === index) return list[index + 1] ?? one;
    return place === index + 1 ? (list[index] ?? one) : one;
  });
