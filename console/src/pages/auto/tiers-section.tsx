import {
  ActionIcon,
  Button,
  Card,
  Group,
  Menu,
  Select,
  Stack,
  TagsInput,
  Text,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { faultBelow, type Form } from '../../components/organisation-editing';
import { Section } from '../../components/section';
import {
  DEMANDS,
  freeRoutes,
  tierAbove,
  TIER_MODELS_MAX,
  ROUTES,
  type Auto,
  type Demand,
} from './auto-model';

const TYPED_MS = 200;
const SUGGESTED_MAX = 50;

interface Props {
  form: Form;
  auto: Auto;
  isReadOnly: boolean;
}

/** Models by kind of request and by how much it asks of them. */
export function TiersSection({ form, auto, isReadOnly }: Props) {
  const { t } = useTranslation('auto');
  const { routes } = auto;
  const free = freeRoutes(routes);
  return (
    <Section title={t('tiers.title')} about={t('tiers.about')}>
      {routes.map((route, index) => (
        <Card
          withBorder
          padding="sm"
          key={route.name}
          role="group"
          aria-label={t(`routes.${route.name}`)}
        >
          <Stack gap="xs">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Stack gap={0}>
                <Title order={3} fz="md">
                  {t(`routes.${route.name}`)}
                </Title>
                <Text size="xs" c="dimmed">
                  {t(`routes_about.${route.name}`)}
                </Text>
              </Stack>
              <ActionIcon
                color="red"
                disabled={isReadOnly || routes.length === 1}
                aria-label={t('tiers.remove', { route: t(`routes.${route.name}`) })}
                onClick={() => form.removeListItem('auto.routes', index)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
            {DEMANDS.map((demand) => (
              <Tier
                key={demand}
                form={form}
                path={`auto.routes.${index}.${demand}`}
                route={route}
                demand={demand}
                isReadOnly={isReadOnly}
              />
            ))}
          </Stack>
        </Card>
      ))}
      <Group>
        <Menu>
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={isReadOnly || free.length === 0}
            >
              {t('tiers.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {free.map((name) => (
              <Menu.Item
                key={name}
                onClick={() =>
                  form.insertListItem('auto.routes', { name, low: [], medium: [], high: [] })
                }
              >
                {t(`routes.${name}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Select
        label={t('default_route')}
        description={t('default_route_about')}
        data={ROUTES.map((value) => ({ value, label: t(`routes.${value}`) }))}
        allowDeselect={false}
        maw={420}
        {...form.getInputProps('auto.default_route')}
      />
    </Section>
  );
}

/** Models of one tier; without any, it says where its requests go instead. */
function Tier(props: {
  form: Form;
  path: `auto.routes.${number}.${Demand}`;
  route: Auto['routes'][number];
  demand: Demand;
  isReadOnly: boolean;
}) {
  const { t } = useTranslation('auto');
  const { form, path, route, demand, isReadOnly } = props;
  const [part, setPart] = useState('');
  const models = route[demand];
  const above = tierAbove(route, demand);
  const instead = above ? t('tiers.falls_up', { tier: t(`demands.${above}`) }) : t('tiers.needed');
  return (
    <TagsInput
      label={t(`demands.${demand}`)}
      placeholder={models.length > 0 ? '' : instead}
      data={[...useModelNames(part)]}
      searchValue={part}
      onSearchChange={setPart}
      maxTags={TIER_MODELS_MAX}
      disabled={isReadOnly}
      acceptValueOnBlur
      required={demand === 'high'}
      withAsterisk={demand === 'high'}
      error={faultBelow(form, path)}
      value={models}
      onChange={(names) => form.setFieldValue(path, names)}
    />
  );
}

/** A tier names models, and no aliases. */
function useModelNames(part: string): readonly string[] {
  const [q] = useDebouncedValue(part, TYPED_MS);
  const { data } = api.useQuery('get', '/admin/v1/models', {
    params: { query: { limit: SUGGESTED_MAX, ...(q && { q }) } },
  });
  return (data?.data ?? [])
    .filter(({ operations }) => operations.includes('chat'))
    .map(({ id }) => id);
}
