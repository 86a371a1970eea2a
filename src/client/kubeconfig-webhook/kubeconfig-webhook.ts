// Follows staging/src/k8s.io/apiserver/pkg/util/webhook/webhook.go (v1.36)

import { decodeJson, encodeJson } from '../../apimachinery/codec/index.js';
import type { Dial } from '../../apimachinery/dial/index.js';
import { goQuote, isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import { HttpClient } from '../http/index.js';
import { type ConnectionConfig, connectionFrom, loadKubeconfig } from '../kubeconfig/index.js';
import { type KeyPair, responseError } from '../rest/index.js';

export interface KubeconfigWebhookOptions {
  /** Per request. Unset: 30 seconds. */
  readonly timeoutMilliseconds?: number | undefined;
  /** Opens connections. Unset: they are direct. */
  readonly dial?: Dial | undefined;
}

/** Posts to the server and path of a kubeconfig's current cluster, with its user's credentials. */
export class KubeconfigWebhook {
  readonly #connection: ConnectionConfig;
  readonly #url: URL;
  readonly #timeoutMilliseconds: number;
  readonly #dial: Dial | undefined;
  #http: HttpClient | undefined;
  #keyPair: KeyPair | undefined;

  /** Rejects if the kubeconfig cannot be read or names no server. */
  static async load(kubeconfigFile: string, options: KubeconfigWebhookOptions = {}): Promise<KubeconfigWebhook> {
    return new KubeconfigWebhook(await connectionFrom(await loadKubeconfig({ file: kubeconfigFile })), options);
  }

  private constructor(connection: ConnectionConfig, { timeoutMilliseconds = 30_000, dial }: KubeconfigWebhookOptions) {
    this.#dial = dial;
    this.#connection = connection;
    this.#url = new URL(connection.server);
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  /**
   * Returns the response body. Rejects with a `StatusError` unless the status is 2xx, with an `HttpError` if no
   * response came.
   */
  readonly post = async (body: Buffer): Promise<Buffer> => {
    const { credentials, headers } = this.#connection;
    const authorization = await credentials?.authorization?.();
    const http = await this.#client();
    const response = await http.send({
      method: 'POST',
      url: this.#url,
      headers: {
        ...headers,
        accept: 'application/json, */*',
        'content-type': 'application/json',
        'content-length': String(body.length),
        ...(authorization && { authorization }),
      },
      body,
    });
    if (response.status >= 200 && response.status <= 299) return response.body;
    if (response.status === 401) credentials?.refused?.();
    throw responseError({ method: 'POST' }, response, response.body);
  };

  /**
   * Posts a review and returns the response. Rejects like `post`, and if the response is not an object of the same
   * apiVersion and kind.
   */
  async review(object: JsonObject): Promise<JsonObject> {
    const document = decodeJson(await this.post(encodeJson(object)));
    if (!isJsonObject(document)) throw new Error('the webhook did not return an object');
    const { apiVersion, kind } = object as { apiVersion: string; kind: string };
    const { apiVersion: gotVersion = apiVersion, kind: gotKind = kind } = document;
    if (gotVersion === apiVersion && gotKind === kind) return document;
    throw new Error(
      `expected webhook response of ${apiVersion}, Kind=${kind}, got ${goQuote(String(gotVersion))}, ${goQuote(String(gotKind))}`,
    );
  }

  close(): void {
    this.#http?.close();
  }

  /** Replaced when the client certificate changes. */
  async #client(): Promise<HttpClient> {
    const { tls, credentials } = this.#connection;
    const keyPair = await credentials?.keyPair?.();
    if (this.#http && keyPair === this.#keyPair) return this.#http;
    this.#http?.close();
    this.#keyPair = keyPair;
    this.#http = new HttpClient({ tls, keyPair, dial: this.#dial, timeoutMilliseconds: this.#timeoutMilliseconds });
    return this.#http;
  }
}
