import { Box, NavLink, ScrollArea, Text } from '@mantine/core';
import { Link, useMatchRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePlaces } from './use-places';

/** @param onGo closes the drawer of narrow screens */
export function Navigation({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation();
  const isAt = useMatchRoute();
  return (
    <ScrollArea type="auto" offsetScrollbars="y">
      {usePlaces().map(({ name, places }) => (
        <Box key={name ?? ''} mb="md" role="group" aria-label={t(`groups.${name ?? 'first'}`)}>
          {name && (
            <Text size="xs" fw={600} c="dimmed" tt="uppercase" px="sm" mb={4} aria-hidden>
              {t(`groups.${name}`)}
            </Text>
          )}
          {places.map(({ to, name: place, icon: PlaceIcon }) => {
            const isHere = Boolean(isAt({ to, fuzzy: to !== '/' }));
            return (
              <NavLink
                key={to}
                renderRoot={(props) => <Link to={to} {...props} />}
                label={t(`places.${place}`)}
                leftSection={<PlaceIcon size={18} stroke={1.6} aria-hidden />}
                active={isHere}
                aria-current={isHere ? 'page' : undefined}
                onClick={onGo}
                style={{ borderRadius: 'var(--mantine-radius-md)' }}
              />
            );
          })}
        </Box>
      ))}
    </ScrollArea>
  );
}
