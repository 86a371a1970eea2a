// Follows staging/src/k8s.io/apiserver/pkg/server/filters/watch_termination.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/filters/waitgroup.go (v1.36)

import { serviceUnavailable } from '../../apimachinery/status/index.js';
import { type ApiResponse, type ResponseSink, takenOver } from '../http/index.js';
import type { LifecycleController } from '../lifecycle/index.js';
import type { RequestContext } from '../request-context.js';

const shuttingDown = serviceUnavailable('apiserver is shutting down');

/** A long-running request, such as a watch, which is cancelled when the server shuts down. */
export class LongRunningRequest {
  readonly #context: RequestContext;
  readonly #lifecycle: LifecycleController;
  #isStopped = false;

  constructor(context: RequestContext, lifecycle: LifecycleController) {
    this.#context = context;
    this.#lifecycle = lifecycle;
  }

  /** Returns false if the server is draining such requests; otherwise `responded` or `end` must be called. */
  begin(): boolean {
    return this.#lifecycle.watches.begin(this.#stop);
  }

  end(): void {
    this.#lifecycle.watches.end(this.#stop);
  }

  /** Ends with the response body, or when the hijacked connection closes. */
  responded(response: ApiResponse): ApiResponse {
    const { body } = response;
    if (typeof body === 'function') return { ...response, body: (sink) => this.#write(body, sink) };
    const { signal } = this.#context.request;
    if (response === takenOver && !this.#isStopped && !signal.aborted) {
      signal.addEventListener('abort', () => this.end(), { once: true });
    } else this.end();
    return response;
  }

  readonly #stop = (): void => {
    this.#isStopped = true;
    this.#context.request.cancel(shuttingDown);
  };

  async #write(body: (sink: ResponseSink) => Promise<void>, sink: ResponseSink): Promise<void> {
    try {
      await body(sink);
    } finally {
      this.end();
    }
    if (this.#isStopped && !this.#mayEndEarly) throw shuttingDown;
  }

  /** Watches and logs may end at any time. Other responses must not look complete when they were cut short. */
  get #mayEndEarly(): boolean {
    const { verb, subresource } = this.#context.info;
    return verb === 'watch' || subresource === 'log';
  }
}
