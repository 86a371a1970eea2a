/** Nearly all conversions are synchronous; only webhooks are asynchronous. Avoids awaiting where not needed. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Passes a value on; synchronous unless it is a promise. */
export function andThen<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Waits for all values; synchronous if none of them is a promise. */
export function all<Value>(values: MaybePromise<Value>[]): MaybePromise<Value[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as Value[]);
}
