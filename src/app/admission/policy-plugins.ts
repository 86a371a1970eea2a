import { ParamInformers, type PolicyPluginOptions } from '../../server/admission/policies/index.js';
import { namespaceFinder } from './namespace-finder.js';
import type { PluginParts } from './plugin-table.js';

const group = 'admissionregistration.k8s.io';

/** What the plug-ins that go by policies are made from. */
export function policyPluginOptions(type: 'validating' | 'mutating', parts: PluginParts): PolicyPluginOptions {
  const { kube, client, authorizer, metrics, stopping: signal, onError } = parts;
  return {
    policies: () => kube().objects(group, `${type}admissionpolicies`),
    bindings: () => kube().objects(group, `${type}admissionpolicybindings`),
    params: new ParamInformers({ client, signal, onError }),
    findNamespace: namespaceFinder(parts),
    authorizer,
    metrics,
  };
}
