import { useThrottledCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';

export type LiveEvent = 'audit.row' | 'job.progress' | 'breaker.changed' | 'budget.threshold';

/**
 * Hears of what happens while the page can be seen.
 * @param everyMs is told at most once in that time, however much happened
 * @returns whether nothing is heard any more: too many windows listen, or the session has ended
 */
export function useLive(options: {
  isOn: boolean;
  events: readonly LiveEvent[];
  everyMs: number;
  onNews: () => void;
}): { readonly isLost: boolean } {
  const { isOn, events, everyMs, onNews } = options;
  const [isLost, setIsLost] = useState(false);
  const tell = useThrottledCallback(onNews, everyMs);
  const hear = useEffectEvent(tell);
  const names = events.join(' ');
  useEffect(() => {
    if (!isOn) return undefined;
    let source: EventSource | undefined;
    const open = () => {
      const opened = new EventSource('/admin/v1/events');
      for (const name of names.split(' ')) opened.addEventListener(name, () => hear());
      // One that only broke off comes back by itself.
      opened.addEventListener('error', () => setIsLost(opened.readyState === EventSource.CLOSED));
      opened.addEventListener('open', () => setIsLost(false));
      source = opened;
    };
    const close = () => {
      source?.close();
      source = undefined;
    };
    const follow = () => {
      if (document.hidden) close();
      else if (!source) {
        open();
        hear(); // Of what happened meanwhile nobody was told.
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, [isOn, names]);
  return { isLost: isOn && isLost };
}
