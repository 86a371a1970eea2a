// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/metrics.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/authorization/metrics/metrics.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { requestMetrics } from './declarations/requests.js';
import { authenticationMetrics, authorizationMetrics } from './declarations/security.js';
import type { MetricFamily } from './metric-family.js';
import type { MetricsRegistry } from './metrics-registry.js';
import type { Counter, Histogram } from './series.js';

/** User names that get their own label value; all others share one, as there are too many. */
const wellKnownUsers = new Set([
  'admin',
  'client',
  'kube_proxy',
  'kubelet',
  'system:serviceaccount:kube-system:default',
]);

/** Records authentication and authorization results of filters. Times are of `Clock.monotonic`. */
export class AccessMetrics {
  readonly #users: MetricFamily<Counter, 'username'>;
  readonly #userSeries = new Map<string, Counter>();
  readonly #authentications: Outcomes;
  readonly #authorizations: Outcomes;

  constructor(registry: MetricsRegistry) {
    this.#users = registry.counter(authenticationMetrics.userRequests);
    const { attempts, duration } = authenticationMetrics;
    const filters = registry.histogram(requestMetrics.filterDuration);
    this.#authentications = new Outcomes(registry.counter(attempts), {
      byResult: registry.histogram(duration),
      ofAll: filters.with({ filter: 'authentication' }),
    });
    this.#authorizations = new Outcomes(registry.counter(authorizationMetrics.attempts), {
      byResult: registry.histogram(authorizationMetrics.duration),
      ofAll: filters.with({ filter: 'authorization' }),
    });
  }

  authenticated(user: { readonly name: string } | undefined, begin: number): void {
    if (user) this.#seriesOf(userLabel(user.name)).increment();
    this.#authentications.record(user ? 'success' : 'failure', begin);
  }

  authenticationFailed(begin: number): void {
    this.#authentications.record('error', begin);
  }

  authorized(decision: keyof typeof resultLabels, begin: number): void {
    this.#authorizations.record(resultLabels[decision], begin);
  }

  #seriesOf(username: string): Counter {
    const known = this.#userSeries.get(username);
    if (known) return known;
    const series = this.#users.with({ username });
    this.#userSeries.set(username, series);
    return series;
  }
}

const resultLabels = { allow: 'allowed', deny: 'denied', 'no-opinion': 'no-opinion', error: 'error' } as const;

function userLabel(name: string): string {
  if (wellKnownUsers.has(name)) return name;
  return name.includes('@') ? 'email_id' : 'other';
}

interface Durations {
  readonly byResult: MetricFamily<Histogram, 'result'>;
  readonly ofAll: Histogram;
}

/** Every request is counted, so the series of the few results are cached. */
class Outcomes {
  readonly #attempts: MetricFamily<Counter, 'result'>;
  readonly #durations: Durations;
  readonly #series = new Map<string, { readonly attempts: Counter; readonly duration: Histogram }>();

  constructor(attempts: MetricFamily<Counter, 'result'>, durations: Durations) {
    this.#attempts = attempts;
    this.#durations = durations;
  }

  record(result: string, begin: number): void {
    const { attempts, duration } = this.#series.get(result) ?? this.#add(result);
    attempts.increment();
    const seconds = (systemClock.monotonic() - begin) / 1000;
    duration.observe(seconds);
    this.#durations.ofAll.observe(seconds);
  }

  #add(result: string) {
    const added = { attempts: this.#attempts.with({ result }), duration: this.#durations.byResult.with({ result }) };
    this.#series.set(result, added);
    return added;
  }
}
