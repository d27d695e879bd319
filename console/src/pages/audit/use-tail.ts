import { useWindowScroll } from '@mantine/hooks';
import { useLive } from '../../api/use-live';

const EVERY_MS = 2_000; // As often as the API looks.
const READING_PX = 300; // Further down somebody reads, and the rows stay where they are.

/** New calls on top of a list, until somebody reads on below. */
export function useTail(
  isOn: boolean,
  list: {
    readonly data: { readonly pages: readonly unknown[] } | undefined;
    readonly refetch: () => Promise<unknown>;
  },
): 'off' | 'on' | 'paused' | 'lost' {
  const [{ y }] = useWindowScroll();
  const isPaused = y > READING_PX || (list.data?.pages.length ?? 0) > 1;
  const { isLost } = useLive({
    isOn: isOn && !isPaused,
    events: ['audit.row'],
    everyMs: EVERY_MS,
    onNews: () => void list.refetch(),
  });
  if (!isOn) return 'off';
  if (isPaused) return 'paused';
  return isLost ? 'lost' : 'on';
}
