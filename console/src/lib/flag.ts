import { useSyncExternalStore } from 'react';

/** One value outside of React, and who wants to know when it changes. */
export class Flag {
  private value = false;
  private readonly listeners = new Set<() => void>();

  readonly set = (value: boolean): void => {
    if (value === this.value) return;
    this.value = value;
    for (const listener of this.listeners) listener();
  };

  readonly get = (): boolean => this.value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

export const useFlag = (flag: Flag): boolean => useSyncExternalStore(flag.subscribe, flag.get);
