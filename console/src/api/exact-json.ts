/** Of an integer that only a `bigint` holds, while it is within a JSON text. */
const marker = '\0integer:';
const mayHaveLongInteger = /[:[,]\s*-?\d{16}/;
const stringOrLongInteger = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;
const markedInteger = /"\\u0000integer:(-?\d+)"/g;

/** Integers that a number cannot hold are of type `bigint`: fields of 64 bits must not change when they are written back. */
export function parseJson<Value>(text: string): Value {
  if (!mayHaveLongInteger.test(text)) return JSON.parse(text) as Value;
  const marked = text.replace(stringOrLongInteger, (found) =>
    found.startsWith('"') || typeof parseNumber(found) === 'number' ? found : JSON.stringify(`${marker}${found}`),
  );
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(marker) ? BigInt(value.slice(marker.length)) : value,
  ) as Value;
}

/** The number that a text says, which is of type `bigint` in the same cases. */
export function parseNumber(text: string): number | bigint {
  const value = Number(text);
  return /^[-+]?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

/** The reverse of `parseJson`. */
export function printJson(value: unknown): string {
  const text = JSON.stringify(value, (_name, child: unknown) =>
    typeof child === 'bigint' ? `${marker}${child}` : child,
  );
  return text.replace(markedInteger, '$1');
}
