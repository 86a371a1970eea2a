// Follows plugin/pkg/admission/eventratelimit/admission.go (v1.36)
// Follows plugin/pkg/admission/eventratelimit/limitenforcer.go (v1.36)

import type { Event } from '../../../api/core/v1.js';
import { systemClock } from '../../../apimachinery/clock/index.js';
import { aggregateMessages } from '../../../apimachinery/meta/index.js';
import { StatusError } from '../../../apimachinery/status/index.js';
import type { AdmissionHandler, AdmissionRequest } from '../../../server/admission/index.js';
import { definePlugin } from '../plugin-definition.js';
import { RecentMap } from '../recent-map.js';
import { type EventLimit, type EventLimitType, readEventLimits } from './configuration.js';

export interface EventRateLimitOptions {
  readonly limits: readonly EventLimit[];
  /** In milliseconds. */
  readonly now: () => number;
}

export const eventRateLimit = definePlugin({
  name: 'EventRateLimit',
  operations: ['CREATE', 'UPDATE'],
  isDefault: false,
  readConfiguration: readEventLimits,
  create: (_, limits) => new EventRateLimit({ limits, now: systemClock.monotonic }),
});

/** Limits the rate of event requests: for the server, or per namespace, user, or source and object. */
export class EventRateLimit implements AdmissionHandler {
  readonly #limiters: readonly Limiter[];

  constructor({ limits, now }: EventRateLimitOptions) {
    this.#limiters = limits.map((limit) => new Limiter(limit, now));
  }

  validate(request: AdmissionRequest): void {
    const { kind, dryRun } = request.attributes;
    if (kind.kind !== 'Event' || kind.group !== '' || dryRun) return;
    // Every limit counts the event, even if another limit rejects it.
    const problems = this.#limiters.flatMap((limiter) => limiter.problem(request) ?? []);
    if (problems.length === 0) return;
    const message = `Too many requests: ${aggregateMessages(problems)}`;
    throw StatusError.of({ reason: 'TooManyRequests', code: 429, message });
  }
}

const keyOf: Readonly<Record<EventLimitType, (request: AdmissionRequest) => string>> = {
  Server: () => '',
  Namespace: ({ attributes }) => attributes.namespace,
  User: ({ user }) => user.name,
  SourceAndObject: ({ object = {} }) => sourceAndObject(object as Event),
};

/** Upstream's key, which is shown in the refusal: the fields are joined without a separator. */
function sourceAndObject({ source, involvedObject }: Partial<Event>): string {
  const { kind, namespace, name, uid, apiVersion } = involvedObject ?? {};
  return [source?.component, source?.host, kind, namespace, name, uid, apiVersion].join('');
}

class Limiter {
  readonly #limit: EventLimit;
  readonly #now: () => number;
  readonly #allowances: RecentMap<Allowance>;

  constructor(limit: EventLimit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
    this.#allowances = new RecentMap(limit.type === 'Server' ? 1 : limit.cacheSize);
  }

  problem(request: AdmissionRequest): string | undefined {
    const { type } = this.#limit;
    const key = keyOf[type](request);
    let allowance = this.#allowances.get(key);
    if (!allowance) {
      allowance = new Allowance(this.#limit, this.#now());
      this.#allowances.set(key, allowance);
    }
    return allowance.take(this.#now()) ? undefined : `limit reached on type ${type} for key ${key}`;
  }
}

/** A token bucket: refills over time up to the burst; each event takes one token. */
class Allowance {
  readonly #limit: EventLimit;
  #left: number;
  #countedAt: number;

  constructor(limit: EventLimit, now: number) {
    this.#limit = limit;
    this.#left = limit.burst;
    this.#countedAt = now;
  }

  take(now: number): boolean {
    const { perSecond, burst } = this.#limit;
    this.#left = Math.min(burst, this.#left + ((now - this.#countedAt) / 1000) * perSecond);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
