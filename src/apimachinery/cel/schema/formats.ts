// Follows staging/src/k8s.io/apiserver/pkg/cel/common/valuesunstructured.go (v1.36)

import { CelFailure } from '../failure.js';
import { daysSinceEpoch, durationOf, parseDuration, parseTimestamp, timestampOf } from '../time.js';
import type { CelDuration, CelTimestamp } from '../values.js';

const NANOSECONDS_PER_DAY = 86_400_000_000_000n;

/** `2024-02-29`. */
export function readDate(text: string): CelTimestamp {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  const days = match && daysSinceEpoch(Number(match[1]), Number(match[2]), Number(match[3]));
  if (days === undefined || days === null) throw new CelFailure(`Invalid date formatted string ${text.slice(0, 64)}`);
  return timestampOf(BigInt(days) * NANOSECONDS_PER_DAY);
}

/** RFC 3339; without a time zone it is UTC, and an empty text is the epoch. */
export function readDateTime(text: string): CelTimestamp {
  if (text === '') return timestampOf(0n);
  return parseTimestamp(/T\d\d:\d\d:\d\d$/.test(text) ? `${text}Z` : text);
}

/** Units that Go does not support, by prefix. */
const LONG_UNITS: readonly [RegExp, bigint][] = [
  [/^(ns|nano.*)$/, 1n],
  [/^(us|µs|micro.*)$/, 1_000n],
  [/^(ms|milli.*)$/, 1_000_000n],
  [/^(s|sec.*)$/, 1_000_000_000n],
  [/^(m|min.*)$/, 60_000_000_000n],
  [/^(h|hr|hour.*)$/, 3_600_000_000_000n],
  [/^(d|day.*)$/, NANOSECONDS_PER_DAY],
  [/^(w|wk|week.*)$/, 7n * NANOSECONDS_PER_DAY],
];

/** A Go duration, or words: `3 days`, `2 weeks 1 hour`. */
export function readDuration(text: string): CelDuration {
  if (text.length > 256) throw new CelFailure('Invalid duration');
  try {
    return parseDuration(text);
  } catch {
    return readLongDuration(text);
  }
}

function readLongDuration(text: string): CelDuration {
  let total: bigint | undefined;
  // Also matches numbers without a unit, so that the search does not restart at each of their digits.
  for (const [, factor, unit = ''] of text.matchAll(/(\d+)(?:\s*([A-Za-zµ]+))?/g)) {
    const scale = LONG_UNITS.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1];
    if (scale !== undefined) total = (total ?? 0n) + BigInt(factor!) * scale;
  }
  if (total === undefined) throw new CelFailure(`Invalid duration ${text.slice(0, 64)}`);
  return durationOf(total);
}

/** Only the URL-safe alphabet, as upstream, although the format accepts the standard one: `+` and `/` are invalid. */
export function readBase64(text: string): Uint8Array {
  const digits = text.replace(/[\r\n]/g, '');
  if (!/^(?:[\w-]{4})*(?:[\w-]{2}==|[\w-]{3}=)?$/.test(digits)) {
    const fault = Math.max(digits.search(/[^\w=-]/), 0);
    throw new CelFailure(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${fault}`);
  }
  return Buffer.from(digits, 'base64url');
}
