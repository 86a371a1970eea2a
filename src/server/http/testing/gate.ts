export interface Gate<Value> {
  readonly opened: Promise<Value>;
  readonly open: (value: Value) => void;
}

/** A promise that a test awaits and resolves from elsewhere. */
export function gate<Value = void>(): Gate<Value> {
  let open: (value: Value) => void = () => {};
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
