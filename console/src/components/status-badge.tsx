import { Badge } from '@mantine/core';

const TONES = { good: 'teal', bad: 'red', warn: 'yellow', quiet: 'gray', info: 'indigo' } as const;

/** A state in one word. The word says it; the colour only repeats it. */
export function StatusBadge({ tone, children }: { tone: keyof typeof TONES; children: string }) {
  return (
    <Badge
      variant="light"
      color={TONES[tone]}
      radius="sm"
      tt="none"
      fw={600}
      // A word that is cut says nothing.
      miw="max-content"
    >
      {children}
    </Badge>
  );
}
