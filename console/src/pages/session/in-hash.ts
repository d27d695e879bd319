import { useEffect, useState } from 'react';

/** Read once. Secrets stand behind `#`, so that they are in no log of a proxy. */
export function useInHash(name: string): string {
  const [text] = useState(() => new URLSearchParams(location.hash.slice(1)).get(name) ?? '');
  // Another link, opened where the first one is, differs by its hash alone: no browser loads that.
  useEffect(() => {
    const loadAnew = () => location.reload();
    addEventListener('hashchange', loadAnew);
    return () => removeEventListener('hashchange', loadAnew);
  }, []);
  return text;
}

/** What was used up is not left in the history of the browser. */
export const dropHash = (): void =>
  history.replaceState(history.state, '', location.pathname + location.search);
