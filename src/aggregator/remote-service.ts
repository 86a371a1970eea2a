// Follows staging/src/k8s.io/kube-aggregator/pkg/apiserver/handler_proxy.go (v1.36)

import type { Dial } from '../apimachinery/dial/index.js';
import { type JsonObject, jsonEqual } from '../apimachinery/meta/index.js';
import { Backend, type KeyPair } from '../server/proxy/index.js';
import { type ApiService, isAvailable, nameOf, type ServiceReference } from './api-service/index.js';

export type ShownKeyPair = () => KeyPair | undefined;

/** How extension API servers are connected to. */
export interface RemoteConnections {
  readonly keyPair: ShownKeyPair;
  /** Opens connections. Unset: they are direct. */
  readonly dial?: Dial | undefined;
}

/** A group version that an extension API server serves, and the connection to it. */
export class RemoteService {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly #connections: RemoteConnections;
  #apiService: ApiService;
  #backend: Backend;

  constructor(apiService: ApiService, connections: RemoteConnections) {
    this.name = nameOf(apiService);
    this.group = apiService.spec.group ?? '';
    this.version = apiService.spec.version;
    this.#connections = connections;
    this.#apiService = apiService;
    this.#backend = backendOf(apiService, connections);
  }

  get apiService(): ApiService {
    return this.#apiService;
  }

  get reference(): ServiceReference {
    return this.#apiService.spec.service!;
  }

  get backend(): Backend {
    return this.#backend;
  }

  get isAvailable(): boolean {
    return isAvailable(this.#apiService);
  }

  /** Path of the group version. */
  get path(): string {
    return this.group === '' ? `/api/${this.version}` : `/apis/${this.group}/${this.version}`;
  }

  /** Keeps connections unless their settings have changed. */
  update(apiService: ApiService): void {
    const before = this.#apiService;
    this.#apiService = apiService;
    if (jsonEqual(connectionOf(before), connectionOf(apiService))) return;
    this.#backend.retire();
    this.#backend = backendOf(apiService, this.#connections);
  }

  close(): void {
    this.#backend.retire();
  }
}

function connectionOf({ spec: { service, caBundle = '', insecureSkipTLSVerify = false } }: ApiService): JsonObject {
  return { service: { ...service }, caBundle, insecureSkipTLSVerify };
}

function backendOf({ spec }: ApiService, { keyPair, dial }: RemoteConnections): Backend {
  const { service, caBundle = '', insecureSkipTLSVerify } = spec;
  return new Backend({
    serverName: `${service?.name}.${service?.namespace}.svc`,
    isInsecure: insecureSkipTLSVerify,
    authorities: caBundle === '' ? undefined : Buffer.from(caBundle, 'base64'),
    keyPair,
    dial,
  });
}
