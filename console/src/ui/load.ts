import { useEffect, useState } from 'preact/hooks';

export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
}

/** Loads with the first rendering, and when a dependency changes. The previous value stays until then. */
export function useLoad<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  dependencies: readonly unknown[],
): Loaded<Value> {
  const [state, setState] = useState<Loaded<Value>>({ value: undefined, error: undefined, isLoading: true });
  useEffect(() => {
    const ending = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    load(ending.signal).then(
      (value) => !ending.signal.aborted && setState({ value, error: undefined, isLoading: false }),
      (error) => !ending.signal.aborted && setState({ value: undefined, error, isLoading: false }),
    );
    return () => ending.abort();
  }, dependencies);
  return state;
}
