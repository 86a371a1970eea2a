// Follows vendor/github.com/google/cel-go/common/stdlib/standard.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/overloads/overloads.go (v1.36)

import { defineFunction, type FunctionDeclaration, member } from '../declarations.js';
import type { Overload } from '../syntax/ast.js';
import { dateInZone, NANOSECONDS_PER_SECOND } from '../time.js';
import { type CelTimestamp, DURATION, INT, intOf, STRING, TIMESTAMP } from '../values.js';

/** A timestamp getter in UTC and in a named time zone; `read` uses the date's UTC getters. */
function timestampGetter(id: string, read: (date: Date) => number, zonedId = `${id}_with_tz`): Overload[] {
  return [
    member({ id, parameters: [TIMESTAMP], result: INT, evaluate: (timestamp) => read(dateInZone(timestamp)) }),
    member({
      id: zonedId,
      parameters: [TIMESTAMP, STRING],
      result: INT,
      evaluate: (timestamp: CelTimestamp, zone: string) => read(dateInZone(timestamp, zone)),
    }),
  ];
}

/** The whole duration in a unit. */
function durationGetter(id: string, nanosecondsPerUnit: bigint): Overload {
  return member({
    id,
    parameters: [DURATION],
    result: INT,
    evaluate: ({ nanoseconds }) => intOf(nanoseconds / nanosecondsPerUnit),
  });
}

/** Zero-based. */
function dayOfYear(date: Date): number {
  const firstDay = new Date(date);
  firstDay.setUTCMonth(0, 1);
  return Math.round((date.getTime() - firstDay.getTime()) / 86_400_000);
}

/** The product of two estimates. */
export const times = (): readonly FunctionDeclaration[] => [
  defineFunction('getFullYear', ...timestampGetter('timestamp_to_year', (date) => date.getUTCFullYear())),
  defineFunction('getMonth', ...timestampGetter('timestamp_to_month', (date) => date.getUTCMonth())),
  defineFunction('getDayOfYear', ...timestampGetter('timestamp_to_day_of_year', dayOfYear)),
  defineFunction('getDayOfMonth', ...timestampGetter('timestamp_to_day_of_month', (date) => date.getUTCDate() - 1)),
  defineFunction('getDate', ...timestampGetter('timestamp_to_day_of_month_1_based', (date) => date.getUTCDate())),
  defineFunction('getDayOfWeek', ...timestampGetter('timestamp_to_day_of_week', (date) => date.getUTCDay())),
  defineFunction(
    'getHours',
    ...timestampGetter('timestamp_to_hours', (date) => date.getUTCHours()),
    durationGetter('duration_to_hours', 3_600n * NANOSECONDS_PER_SECOND),
  ),
  defineFunction(
    'getMinutes',
    ...timestampGetter('timestamp_to_minutes', (date) => date.getUTCMinutes()),
    durationGetter('duration_to_minutes', 60n * NANOSECONDS_PER_SECOND),
  ),
  defineFunction(
    'getSeconds',
    ...timestampGetter('timestamp_to_seconds', (date) => date.getUTCSeconds(), 'timestamp_to_seconds_tz'),
    durationGetter('duration_to_seconds', NANOSECONDS_PER_SECOND),
  ),
  defineFunction(
    'getMilliseconds',
    ...timestampGetter('timestamp_to_milliseconds', (date) => date.getUTCMilliseconds()),
    durationGetter('duration_to_milliseconds', NANOSECONDS_PER_SECOND / 1_000n),
  ),
];
