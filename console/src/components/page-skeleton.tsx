import { Skeleton, Stack } from '@mantine/core';

/** The shape of a page while its code or its data is on the way. */
export const PageSkeleton = () => (
  <Stack gap="lg" aria-hidden>
    <Skeleton height={32} width={240} />
    <Skeleton height={16} width={420} maw="100%" />
    <Skeleton height={320} />
  </Stack>
);
