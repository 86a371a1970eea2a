import type { JsonObject } from '../../apimachinery/meta/index.js';
import { StatusError } from '../../apimachinery/status/index.js';
import type { AdmissionPlugin, AdmissionRequest } from '../../server/admission/index.js';
import { objectIn, textIn } from '../fields.js';
import type { EventLimit, EventLimitType } from './event-rate-limit-configuration.js';
import { RecentMap } from './recent-map.js';

export interface EventRateLimitOptions {
  readonly limits: readonly EventLimit[];
  /** In milliseconds. */
  readonly now: () => number;
}

/** Limits the rate of event requests: for the server, or per namespace, user, or source and object. */
export class EventRateLimit implements AdmissionPlugin {
  readonly name = 'EventRateLimit';
  readonly #limiters: readonly Limiter[];

  constructor({ limits, now }: EventRateLimitOptions) {
    this.#limiters = limits.map((limit) => new Limiter(limit, now));
  }

  handles(operation: string): boolean {
    return operation === 'CREATE' || operation === 'UPDATE';
  }

  validate(request: AdmissionRequest): void {
    const { kind, dryRun } = request.attributes;
    if (kind.kind !== 'Event' || kind.group !== '' || dryRun) return;
    // Every limit counts the event, even if another limit rejects it.
    const problems = this.#limiters.flatMap((limiter) => limiter.problem(request) ?? []);
    if (problems.length === 0) return;
    const message = problems.length > 1 ? `[${problems.join(', ')}]` : problems[0];
    throw StatusError.of({ reason: 'TooManyRequests', code: 429, message: `Too many requests: ${message}` });
  }
}

const keyOf: Readonly<Record<EventLimitType, (request: AdmissionRequest) => string>> = {
  Server: () => '',
  Namespace: ({ attributes }) => attributes.namespace,
  User: ({ user }) => user.name,
  SourceAndObject: ({ object = {} }) => sourceAndObject(object),
};

function sourceAndObject(event: JsonObject): string {
  const source = objectIn(event['source']);
  const involved = objectIn(event['involvedObject']);
  return [
    ...['component', 'host'].map((field) => textIn(source[field])),
    ...['kind', 'namespace', 'name', 'uid', 'apiVersion'].map((field) => textIn(involved[field])),
  ].join('');
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
