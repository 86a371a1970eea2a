import type { Table } from '../api/meta/v1.js';
import { decodeJson, encodeJson } from '../apimachinery/codec/index.js';
import type { JsonObject, JsonValue } from '../apimachinery/meta/index.js';
import { AdmissionChain } from '../server/admission/index.js';
import { inject } from '../server/http/index.js';
import { alwaysAllow, SharedServer } from '../server/index.js';
import { EmbeddedStorage } from '../storage/embedded/index.js';
import { kubeFeatureGates } from './feature-gates/index.js';
import {
  admissionPlugins,
  KubeServer,
  type KubeServerOptions,
  type PluginDefinition,
  type PluginDependencies,
} from './index.js';
import { RbacAuthorizer } from './rbac/index.js';

export interface TestResponse {
  readonly status: number;
  readonly json: JsonObject;
}

const defaultPlugins = admissionPlugins.filter(({ name }) => name === 'NamespaceLifecycle');

export interface TestKubeOptions extends Partial<KubeServerOptions> {
  /** Admission plug-ins. Unset: NamespaceLifecycle. */
  readonly plugins?: readonly PluginDefinition[];
}

/** An in-process server with the built-in groups on in-memory storage, with the namespace `a`. */
export class TestKube {
  readonly server: KubeServer;
  readonly storage: EmbeddedStorage;

  /** Authorizes by the roles and bindings of the server. */
  readonly rbac: RbacAuthorizer;

  private constructor({ server, storage, rbac }: Pick<TestKube, 'server' | 'storage' | 'rbac'>) {
    this.server = server;
    this.storage = storage;
    this.rbac = rbac;
  }

  static async start({ plugins, ...options }: TestKubeOptions = {}): Promise<TestKube> {
    const storage = await EmbeddedStorage.open();
    const shared = options.shared ?? new SharedServer({ onError: fail });
    const rbac = new RbacAuthorizer(shared);
    const admission = await admissionBy(plugins ?? defaultPlugins, shared);
    const server = new KubeServer({ storage, admission, rbac, ...options, shared });
    server.prepare();
    const kube = new TestKube({ server, storage, rbac });
    await kube.call('POST', '/api/v1/namespaces', { metadata: { name: 'a' } });
    return kube;
  }

  async call(
    method: string,
    target: string,
    body?: JsonObject,
    contentType = 'application/json',
  ): Promise<TestResponse> {
    const headers = { 'content-type': contentType };
    const sent = { method, target, headers, ...(body && { body: encodeJson(body) }) };
    const response = await inject(this.server.handle, sent);
    return { status: response.status, json: decodeJson(await response.body()) as JsonObject };
  }

  /** Gets an object as PartialObjectMetadata. */
  async metadata(target: string): Promise<JsonObject> {
    const headers = { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' };
    const response = await inject(this.server.handle, { method: 'GET', target, headers });
    return (decodeJson(await response.body()) as JsonObject)['metadata'] as JsonObject;
  }

  async table(target: string): Promise<Table> {
    const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
    const response = await inject(this.server.handle, { method: 'GET', target, headers });
    return decodeJson(await response.body()) as Table;
  }

  /** Returns the cells of a table; ages of a few seconds are normalized, for slow machines. */
  async cells(target: string): Promise<JsonValue[][]> {
    const { rows } = await this.table(target);
    return (rows ?? []).map(({ cells }) =>
      (cells ?? []).map((cell) => (typeof cell === 'string' ? cell.replace(/^\d{1,2}s$/, '0s') : cell)),
    );
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.storage.close();
  }
}

async function admissionBy(definitions: readonly PluginDefinition[], shared: SharedServer): Promise<AdmissionChain> {
  const dependencies: PluginDependencies = {
    stores: shared.stores,
    client: shared.loopback.client,
    resolveService: () => Promise.reject(new Error('tests have no services')),
    authorizer: alwaysAllow,
    features: shared.features.including(kubeFeatureGates),
    metrics: shared.metrics,
    tolerationSeconds: { notReady: 300, unreachable: 300 },
    stopping: shared.lifecycle.signals.notAcceptingNewRequest.signal,
    onError: fail,
  };
  const plugins = await Promise.all(definitions.map((definition) => definition.create(dependencies, undefined)));
  return new AdmissionChain({ plugins });
}

function fail(error: unknown): void {
  throw error;
}
