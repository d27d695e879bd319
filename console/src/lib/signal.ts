import { useSyncExternalStore } from 'react';

/** One value outside of React, and who wants to know when it changes. */
export class Signal<Value> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: Value) {}

  readonly set = (value: Value): void => {
    if (value === this.value) return;
    this.value = value;
    for (const listener of this.listeners) listener();
  };

  readonly get = (): Value => this.value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

export const useSignal = <Value>(signal: Signal<Value>): Value =>
  useSyncExternalStore(signal.subscribe, signal.get);
