import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Signal } from '../lib/signal';
import { palette, paletteStore } from './palette-store';
import { usePlaces } from './use-places';

export const shortcutHelp = new Signal(false);

const GO_MS_MAX = 1_500; // Between `g` and the letter of a page.
const NEVER = -Infinity; // Not 0, which is when the page was loaded.

/** What any page listens to by `data-shortcut`: the first such control is pressed. */
export const PAGE_KEYS = ['n', 'e', 'f', 'r'] as const;

const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"] *';

/**
 * Keys that work everywhere but where somebody types. They are listened to from the first page on:
 * what they open may still be on its way, and opens when it is there.
 */
export function useKeys(): void {
  const go = useNavigate();
  const places = usePlaces();
  const goSince = useRef(NEVER);
  useHotkeys([
    ['mod + K', palette.open],
    ['/', palette.open],
  ]);
  useEffect(() => {
    const pages = new Map(
      places.flatMap((group) => group.places.map(({ letter, to }) => [letter, to] as const)),
    );
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.matches(TYPING)) return;
      const isGoing = event.timeStamp - goSince.current < GO_MS_MAX;
      const page = isGoing ? pages.get(event.key) : undefined;
      goSince.current = event.key === 'g' ? event.timeStamp : NEVER;
      if (paletteStore.getState().opened) typeAhead(event.key);
      else if (page !== undefined) void go({ to: page });
      else if (event.key === '?') shortcutHelp.set(true);
      else if (!press(event.key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [go, places]);
}

/** What is typed before the palette is there stands in it once it is. */
function typeAhead(key: string): void {
  if (key === 'Escape') palette.close();
  if (key.length !== 1) return; // A named key, as Shift.
  paletteStore.updateState((state) => ({ ...state, query: state.query + key }));
}

function press(key: string): boolean {
  if (!PAGE_KEYS.some((known) => known === key)) return false;
  const control = document.querySelector<HTMLElement>(`[data-shortcut="${key}"]:not(:disabled)`);
  if (!control) return false;
  if (control.matches('input')) control.focus();
  else control.click();
  return true;
}
