import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchHealth, type Health } from '../../api/health';
import { repeat } from '../../lib/repeat';

const POLL_MS = 5000;

export interface Look {
  readonly health: Health;
  readonly at: Date;
}

/** Looks at the API every few seconds while the page can be seen. */
export function useHealth() {
  const [look, setLook] = useState<Look>();
  const [isChecking, setIsChecking] = useState(false);
  const isBusy = useRef(false);

  const check = useCallback(async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsChecking(true);
    const health = await fetchHealth();
    setLook({ health, at: new Date() });
    setIsChecking(false);
    isBusy.current = false;
  }, []);

  useEffect(() => {
    const checkIfSeen = () => {
      if (!document.hidden) void check();
    };
    checkIfSeen();
    const stop = repeat(POLL_MS, checkIfSeen);
    document.addEventListener('visibilitychange', checkIfSeen);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', checkIfSeen);
    };
  }, [check]);

  return { look, isChecking, check };
}
