import type { RestClient } from '../../../client/rest/index.js';
import { ClusterObjects } from '../cluster-objects.js';
import type { AdmissionPlugin } from '../plugin.js';
import { MutatingAdmissionPolicy } from './mutating/mutating-admission-policy.js';
import { ParamInformers } from './param-informers.js';
import type { PolicyPluginOptions } from './plugin-options.js';
import { ValidatingAdmissionPolicy } from './validating/validating-admission-policy.js';

/** Options of `ClusterPolicies`. */
export interface ClusterPoliciesOptions extends Pick<PolicyPluginOptions, 'authorizer' | 'metrics'> {
  /** Client of the main server, which has the policies, their parameters and the namespaces. */
  readonly client: RestClient;
  readonly onError: (error: unknown) => void;
}

const registration = 'admissionregistration.k8s.io';

/**
 * The policies of a cluster, for an extension API server: `new AdmissionChain({ plugins: policies.plugins })`. The
 * informers on the main server start with the first request.
 */
export class ClusterPolicies {
  readonly plugins: readonly AdmissionPlugin[];
  readonly #options: ClusterPoliciesOptions;
  readonly #followed: ClusterObjects[] = [];
  readonly #end = new AbortController();

  constructor(options: ClusterPoliciesOptions) {
    this.#options = options;
    const namespaces = this.#follow('', 'namespaces');
    const shared = {
      authorizer: options.authorizer,
      ...(options.metrics && { metrics: options.metrics }),
      findNamespace: (name: string) => namespaces.find(name),
    };
    this.plugins = [
      new MutatingAdmissionPolicy({ ...shared, ...this.#policies('mutating') }),
      new ValidatingAdmissionPolicy({ ...shared, ...this.#policies('validating') }),
      // Handles no requests: it ends the informers with the chain.
      { name: 'ClusterPolicies', operations: [], close: () => this.close() },
    ];
  }

  /** Ends the informers. The server does so when it closes, if the plug-ins belong to its admission chain. */
  async close(): Promise<void> {
    this.#end.abort();
    await Promise.all(this.#followed.map((objects) => objects.close()));
  }

  #policies(type: string): Pick<PolicyPluginOptions, 'policies' | 'bindings' | 'params'> {
    const policies = this.#follow(registration, `${type}admissionpolicies`);
    const bindings = this.#follow(registration, `${type}admissionpolicybindings`);
    const params = new ParamInformers({ ...this.#options, signal: this.#end.signal });
    return { policies, bindings, params };
  }

  #follow(group: string, resource: string): ClusterObjects {
    const objects = new ClusterObjects({ group, version: 'v1', resource }, this.#options);
    this.#followed.push(objects);
    return objects;
  }
}
