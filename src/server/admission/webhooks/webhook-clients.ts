// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/util/client_config.go (v1.36)

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
  /**
   * Client of this server, for webhooks that are reached through it: the service `kubernetes` in the namespace
   * `default`.
   */
  readonly loopback?: RestClient | undefined;
}

/** The client of one webhook. */
export interface WebhookPoster {
  post(document: JsonObject, options: PostOptions): Promise<JsonValue>;
  close?(): void;
}

/** A patch may contain as much as a request, in base64. */
const maxResponseBytes = 16 * 1024 * 1024;

/** The clients of webhooks. Webhooks with the same address share a client, and thereby its connections. */
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

  /** Closes all other clients. */
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
    return new WebhookClient({ config, resolveService, maxResponseBytes, ...(findCredentials && { findCredentials }) });
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
