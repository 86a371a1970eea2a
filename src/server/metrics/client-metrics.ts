// Follows staging/src/k8s.io/component-base/metrics/prometheus/restclient/metrics.go (v1.36)

import { restClientMetrics } from './declarations/clients.js';
import type { MetricsRegistry } from './metrics-registry.js';

interface Responded {
  readonly method: string;
  readonly code: string;
  readonly seconds: number;
  readonly requestBytes: number;
}

/** Records the requests of a client to another server, or of the server's controllers to itself. */
export function clientMetrics(registry: MetricsRegistry, host: string) {
  const requests = registry.counter(restClientMetrics.requests);
  const durations = registry.histogram(restClientMetrics.duration);
  const requestSizes = registry.histogram(restClientMetrics.requestSize);
  const responseSizes = registry.histogram(restClientMetrics.responseSize);
  return {
    responded({ method, code, seconds, requestBytes }: Responded): void {
      requests.with({ code, method, host }).increment();
      durations.with({ verb: method, host }).observe(seconds);
      requestSizes.with({ verb: method, host }).observe(requestBytes);
    },
    received({ method, responseBytes }: { readonly method: string; readonly responseBytes: number }): void {
      responseSizes.with({ verb: method, host }).observe(responseBytes);
    },
  };
}
