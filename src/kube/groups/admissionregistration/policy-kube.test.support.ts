import { decodeJson, encodeJson } from '../../../apimachinery/codec/index.js';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { AdmissionChain } from '../../../server/admission/index.js';
import {
  MutatingAdmissionPolicy,
  ParamInformers,
  type PolicyPluginOptions,
  ValidatingAdmissionPolicy,
} from '../../../server/admission/policies/index.js';
import { type Admission, admitAll } from '../../../server/handlers/index.js';
import { inject } from '../../../server/http/index.js';
import { type Authorizer, type RequestContext, SharedServer } from '../../../server/index.js';
import { MetricsRegistry } from '../../../server/metrics/index.js';
import { TestKube } from '../../kube-server.test.support.js';

const group = '/apis/admissionregistration.k8s.io/v1';

export interface PolicyAnswer {
  readonly status: number;
  readonly json: JsonObject;
  readonly warnings: readonly string[];
  /** Audit annotations of the request. */
  readonly annotations: Readonly<Record<string, string>>;
}

export const configMaps = { apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['*'] };

/** A server with the built-in groups and admission policies. */
export class PolicyKube {
  readonly metrics = new MetricsRegistry();
  readonly #shared = new SharedServer({ onError: () => undefined });
  readonly #end = new AbortController();
  #annotations: Record<string, string> = {};
  #kube: TestKube | undefined;
  #count = 0;

  static async start(authorizer: Authorizer): Promise<PolicyKube> {
    const policies = new PolicyKube();
    policies.#kube = await TestKube.start({
      shared: policies.#shared,
      authorizer,
      admission: policies.#admission(authorizer),
    });
    return policies;
  }

  get kube(): TestKube {
    return this.#kube!;
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.kube.close();
  }

  async call(
    method: string,
    target: string,
    body?: JsonObject,
    contentType = 'application/json',
  ): Promise<PolicyAnswer> {
    this.#annotations = {};
    const headers = { 'content-type': contentType };
    const sent = { method, target, headers, ...(body && { body: encodeJson(body) }) };
    const response = await inject(this.kube.server.handle, sent);
    const { warning = [] } = response.headers;
    return {
      status: response.status,
      json: decodeJson(await response.body()) as JsonObject,
      warnings: [warning].flat().map(String),
      annotations: this.#annotations,
    };
  }

  merge(target: string, body: JsonObject): Promise<PolicyAnswer> {
    return this.call('PATCH', target, body, 'application/merge-patch+json');
  }

  create(name: string, fields: JsonObject = {}): Promise<PolicyAnswer> {
    const { metadata, ...more } = fields;
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...(metadata as JsonObject) }, ...more };
    return this.call('POST', '/api/v1/namespaces/a/configmaps?dryRun=All', object);
  }

  /** Creates a policy with a binding of the same name; returns a function that deletes them. */
  async enforce(policy: JsonObject, binding: JsonObject = {}): Promise<() => Promise<void>> {
    const type = policy['mutations'] ? 'mutating' : 'validating';
    const name = `p${this.#count++}`;
    const spec = {
      matchConstraints: { resourceRules: [configMaps] },
      ...(type === 'mutating' && { reinvocationPolicy: 'Never' }),
      ...policy,
    };
    const bound = { policyName: name, ...(type === 'validating' && { validationActions: ['Deny'] }), ...binding };
    await this.#make(`${type}admissionpolicies`, name, spec);
    await this.#make(`${type}admissionpolicybindings`, name, bound);
    return async () => {
      await this.call('DELETE', `${group}/${type}admissionpolicybindings/${name}`);
      await this.call('DELETE', `${group}/${type}admissionpolicies/${name}`);
    };
  }

  async #make(resource: string, name: string, spec: JsonObject): Promise<void> {
    const { status, json } = await this.call('POST', `${group}/${resource}`, { metadata: { name }, spec });
    if (status !== 201) throw new Error(String(json['message']));
  }

  #admission(authorizer: Authorizer): Admission {
    const plugins = [
      new MutatingAdmissionPolicy(this.#options('mutating', authorizer)),
      new ValidatingAdmissionPolicy(this.#options('validating', authorizer)),
    ];
    const chain = new AdmissionChain({ plugins });
    const recorded = (context: RequestContext): RequestContext => {
      context.record = {
        annotate: (key, value) => {
          this.#annotations[key] = value;
        },
        impersonated: () => undefined,
        requestObject: () => undefined,
        requestPatch: () => undefined,
      };
      return context;
    };
    // Objects created during server startup are not subject to policies.
    const current = (): Admission => (this.#kube ? chain : admitAll);
    return {
      mutate: (context, attributes) => current().mutate(recorded(context), attributes),
      validate: (context, attributes) => current().validate(recorded(context), attributes),
    };
  }

  #options(type: string, authorizer: Authorizer): PolicyPluginOptions {
    const { stores } = this.#shared;
    const objects = (plural: string) => stores.lister('admissionregistration.k8s.io', `${type}${plural}`);
    return {
      policies: objects('admissionpolicies'),
      bindings: objects('admissionpolicybindings'),
      params: new ParamInformers({
        client: this.#shared.loopback.client,
        signal: this.#end.signal,
        onError: () => undefined,
      }),
      findNamespace: async (name) => {
        const namespaces = stores.lister('', 'namespaces');
        await namespaces.ready();
        return namespaces.get({ namespace: '', name });
      },
      authorizer,
      metrics: this.metrics,
    };
  }
}
