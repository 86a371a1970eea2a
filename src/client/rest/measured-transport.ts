// Follows staging/src/k8s.io/component-base/metrics/prometheus/restclient/metrics.go (v1.36)

import { systemClock } from '../clock/index.js';
import type { Transport, TransportResponse } from './transport.js';

/** Observes the requests of a client. */
export interface RequestObserver {
  /** `code`: the status, or `<error>` without a response. */
  responded(request: { method: string; code: string; seconds: number; requestBytes: number }): void;
  received(request: { method: string; responseBytes: number }): void;
}

/** A transport that reports its requests. */
export function measuredTransport(transport: Transport, observer: RequestObserver): Transport {
  return {
    async send(request) {
      const { method, body } = request;
      const begin = systemClock.monotonic();
      const report = (code: string): void => {
        const seconds = (systemClock.monotonic() - begin) / 1000;
        observer.responded({ method, code, seconds, requestBytes: body?.length ?? 0 });
      };
      let response: TransportResponse;
      try {
        response = await transport.send(request);
      } catch (error) {
        report('<error>');
        throw error;
      }
      report(String(response.status));
      return {
        ...response,
        body: async () => {
          const received = await response.body();
          observer.received({ method, responseBytes: received.length });
          return received;
        },
        chunks: () => response.chunks(),
      };
    },
    close: () => transport.close(),
  };
}
