import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** What every page has: one h1, what it is for, what can be done, and its name in the tab. */
export function Page(props: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** The list that a thing is of. */
  parent?: { to: string; label: string };
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { title, about, actions, parent, children } = props;
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Stack gap={4} miw={0} maw="100%">
          {parent && (
            <Breadcrumbs separator="/">
              <Anchor renderRoot={(root) => <Link to={parent.to} {...root} />} size="sm">
                {parent.label}
              </Anchor>
              <span />
            </Breadcrumbs>
          )}
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {about && (
            <Text c="dimmed" size="sm" maw={720}>
              {about}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
