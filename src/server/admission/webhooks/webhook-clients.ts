import { jsonText } from '../../../apimachinery/codec/index.js';
import type { JsonObject, JsonValue } from '../../../apimachinery/meta/index.js';
import type { RestClient } from '../../../client/rest/index.js';
import {
  type FindCredentials,
  type PostOptions,
  type ResolveService,
  WebhookClient,
  type WebhookClientConfig,
} from '../../../client/webhook/index.js';

export interface WebhookClientsOptions {
  readonly resolveService: ResolveService;
  readonly findCredentials?: FindCredentials | undefined;
  /** The server itself, for webhooks that are behind it: the service `kubernetes` in the namespace `default`. */
  readonly loopback?: RestClient | undefined;
}

/** The way to one webhook. */
export interface WebhookPoster {
  post(document: JsonObject, options: PostOptions): Promise<JsonValue>;
  close?(): void;
}

/** A patch may hold what a request may, in base64. */
const maxAnswerBytes = 16 * 1024 * 1024;

/** The ways to webhooks. Those that are at the same place share one, and so its connections. */
export class WebhookClients {
  readonly #options: WebhookClientsOptions;
  readonly #clients = new Map<string, WebhookPoster>();

  constructor(options: WebhookClientsOptions) {
    this.#options = options;
  }

  for(config: WebhookClientConfig): WebhookPoster {
    const key = jsonText(config as JsonObject);
    let client = this.#clients.get(key);
    if (!client) {
      client = this.#create(config);
      this.#clients.set(key, client);
    }
    return client;
  }

  /** Closes those that are not among these. */
  keepOnly(used: ReadonlySet<WebhookPoster>): void {
    for (const [key, client] of this.#clients) {
      if (used.has(client)) continue;
      client.close?.();
      this.#clients.delete(key);
    }
  }

  #create(config: WebhookClientConfig): WebhookPoster {
    const { resolveService, findCredentials, loopback } = this.#options;
    if (loopback && isItself(config)) return throughItself(loopback, config.service?.path ?? '/');
    return new WebhookClient({ config, resolveService, maxAnswerBytes, ...(findCredentials && { findCredentials }) });
  }
}

function isItself({ service }: WebhookClientConfig): boolean {
  return service?.namespace === 'default' && service.name === 'kubernetes' && (service.port ?? 443) === 443;
}

function throughItself(client: RestClient, path: string): WebhookPoster {
  return {
    post: (body, { timeoutMilliseconds, signal }) =>
      client.object({
        method: 'POST',
        target: `${path}?timeout=${timeoutMilliseconds / 1000}s`,
        body,
        ...(signal && { signal }),
      }),
  };
}
