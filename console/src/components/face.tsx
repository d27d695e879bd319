import { Avatar } from '@mantine/core';

/** The initials of somebody, for the eye alone. */
export const Face = ({ name }: { name: string }) => (
  <Avatar name={name} color="initials" size={32} aria-hidden />
);
