// Follows plugin/pkg/admission/eventratelimit/apis/eventratelimit/validation/validation.go (v1.36)
// Follows plugin/pkg/admission/eventratelimit/config.go (v1.36)

import { readConfiguration } from '../../../apimachinery/configuration/index.js';
import type { JsonValue } from '../../../apimachinery/meta/index.js';
import { aggregateMessage, type FieldError, FieldPath } from '../../../apimachinery/validation/index.js';

/** Scope of a limit: events with the same key in this scope share a token bucket. */
const limitTypes = ['Server', 'Namespace', 'User', 'SourceAndObject'] as const;
export type EventLimitType = (typeof limitTypes)[number];

export interface EventLimit {
  readonly type: EventLimitType;
  readonly perSecond: number;
  readonly burst: number;
  /** Maximum number of token buckets to keep. */
  readonly cacheSize: number;
}

const kind = {
  kind: 'Configuration',
  apiVersions: ['eventratelimit.admission.k8s.io/v1alpha1'],
  unknownFields: 'ignored',
} as const;

const defaultCacheSize = 4096;

/** Throws an error that describes the problem, also if there is no configuration. */
export function readEventLimits(document: JsonValue | undefined): readonly EventLimit[] {
  const limits =
    document === undefined
      ? []
      : readConfiguration(document, kind, (fields) =>
          fields.objects('limits', 'v1alpha1.Limit').map((limit) => ({
            type: limit.text('type') as EventLimitType,
            perSecond: limit.integer('qps'),
            burst: limit.integer('burst'),
            cacheSize: limit.integer('cacheSize') || defaultCacheSize,
          })),
        );
  const path = FieldPath.of('limits');
  const errors = limits.flatMap((limit, index) => validate(limit, path.index(index)));
  if (limits.length === 0) errors.push(path.invalid(document === undefined ? null : [], 'must not be empty'));
  if (errors.length > 0) throw new Error(aggregateMessage(errors));
  return limits;
}

function validate({ type, perSecond, burst, cacheSize }: EventLimit, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (!limitTypes.includes(type)) errors.push(path.child('type').notSupported(type, [...limitTypes]));
  if (burst <= 0) errors.push(path.child('burst').invalid(burst, 'must be positive'));
  if (perSecond <= 0) errors.push(path.child('qps').invalid(perSecond, 'must be positive'));
  if (type !== 'Server' && cacheSize < 0) {
    errors.push(path.child('cacheSize').invalid(cacheSize, 'must not be negative'));
  }
  return errors;
}
