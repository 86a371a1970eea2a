import type { MaybePromise } from '../apimachinery/scheme/index.js';
import { RestClient, type Transport, type TransportResponse } from '../client/rest/index.js';
import { type ApiResponse, inject } from './http/index.js';
import { RequestContext, type UserInfo } from './request-context.js';

/** Who the server is when it calls itself: it may do everything. */
const loopbackUser: UserInfo = { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] };

type Handle = (context: RequestContext) => MaybePromise<ApiResponse>;

/**
 * How a server's own controllers reach its API: as any client does, through all filters of the chain's outermost server,
 * but without a socket, and known by the way they come instead of by a secret.
 */
export class Loopback {
  readonly client: RestClient;
  readonly #isEnding: () => boolean;
  #handle: Handle | undefined;

  /** The first word of the user agent becomes the manager of what controllers write. */
  constructor(userAgent: string, { isEnding }: { isEnding: () => boolean }) {
    this.#isEnding = isEnding;
    this.client = new RestClient({ transport: this.#transport(), userAgent });
  }

  /** Whether there is a server that can be called. */
  get isBound(): boolean {
    return this.#handle !== undefined;
  }

  /** Requests go to this from now on. */
  bind(handle: Handle): void {
    this.#handle = handle;
  }

  #transport(): Transport {
    return {
      send: async (sent) => {
        const response = await inject((request) => {
          if (!this.#handle) throw new Error('there is no server yet that could be called');
          const context = new RequestContext(request);
          context.user = loopbackUser;
          return this.#handle(context);
        }, sent);
        return this.#isEnding() ? withoutRetry(response) : response;
      },
      close: async () => undefined,
    };
  }
}

/** Other clients find another server later on; a controller that waited for this one would only hold up its end. */
function withoutRetry(response: TransportResponse): TransportResponse {
  const { 'retry-after': _later, ...headers } = response.headers;
  return { ...response, headers };
}
