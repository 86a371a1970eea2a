import { shouldYield, yieldToEventLoop } from '../apimachinery/event-loop/index.js';
import type { MaybePromise } from '../apimachinery/scheme/index.js';
import {
  measuredTransport,
  type RequestObserver,
  RestClient,
  type Transport,
  type TransportResponse,
} from '../client/rest/index.js';
import { type ApiResponse, inject } from './http/index.js';
import { RequestContext, type UserInfo } from './request-context.js';

/** The server's own identity; authorized for everything. */
const loopbackUser: UserInfo = { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] };

export type Handle = (context: RequestContext) => MaybePromise<ApiResponse>;

/**
 * Client through which a server's own controllers use its API: like any client, through all filters of the chain's
 * outermost server, but in process, and authenticated without a secret.
 */
export class Loopback {
  readonly client: RestClient;
  readonly #isEnding: () => boolean;
  readonly #observer: RequestObserver | undefined;
  #handle: Handle | undefined;

  /** The first word of the user agent becomes the field manager of the controllers. */
  constructor(
    userAgent: string,
    { isEnding, observer }: { isEnding: () => boolean; observer?: RequestObserver | undefined },
  ) {
    this.#isEnding = isEnding;
    this.#observer = observer;
    this.client = new RestClient({ transport: this.#transport(), userAgent });
  }

  /** The same, with another name in user agent and managed fields. */
  clientAs(userAgent: string): RestClient {
    return new RestClient({ transport: this.#transport(), userAgent });
  }

  /** Whether a server is bound. */
  get isBound(): boolean {
    return this.#handle !== undefined;
  }

  /** Sets the handler of requests. */
  bind(handle: Handle): void {
    this.#handle = handle;
  }

  #transport(): Transport {
    const transport: Transport = {
      send: async (sent) => {
        // Requests of controllers that follow each other would otherwise be one iteration of the event loop.
        while (shouldYield()) await yieldToEventLoop();
        const response = await inject((request) => {
          if (!this.#handle) throw new Error('the loopback client is not bound to a server yet');
          const context = new RequestContext(request);
          context.user = loopbackUser;
          context.isInternal = true;
          return this.#handle(context);
        }, sent);
        return this.#isEnding() ? withoutRetry(response) : response;
      },
      close: async () => undefined,
    };
    return this.#observer ? measuredTransport(transport, this.#observer) : transport;
  }
}

/** Removes Retry-After: a controller that waits for this server to return would only delay its shutdown. */
function withoutRetry(response: TransportResponse): TransportResponse {
  const { 'retry-after': _later, ...headers } = response.headers;
  return { ...response, headers };
}
