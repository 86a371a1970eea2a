/** Nearly every conversion is a function call; only webhooks need to wait. So nobody waits who need not. */
export type MaybePromise<Value> = Value | Promise<Value>;

export function andThen<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

export function all<Value>(values: MaybePromise<Value>[]): MaybePromise<Value[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as Value[]);
}
