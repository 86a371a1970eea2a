import { readConfiguration } from '../../apimachinery/configuration/index.js';
import type { JsonValue } from '../../apimachinery/meta/index.js';
import { ParamInformers, type PolicyPluginOptions } from '../../server/admission/policies/index.js';
import { namespacesForMatching } from './namespace-of.js';
import type { PluginDependencies } from './plugin-definition.js';

const group = 'admissionregistration.k8s.io';

/** Returns a function that throws if the section of a policy plug-in is invalid; there is nothing to configure. */
export function checkPolicyConfiguration(name: string): (section: JsonValue | undefined) => void {
  const expected = { kind: `${name}Configuration`, apiVersions: ['apiserver.config.k8s.io/v1'] };
  return (section) => {
    if (section === undefined) return;
    const manifests = readConfiguration(section, expected, (fields) => fields.text('staticManifestsDir'));
    if (!manifests) return;
    const gate = 'ManifestBasedAdmissionControlConfig feature gate is not enabled';
    throw new Error(`static policy manifests dir ${JSON.stringify(manifests)} configured but ${gate}`);
  };
}

/** The options of a policy plug-in. */
export function policyPluginOptions(
  type: 'mutating' | 'validating',
  { stores, client, authorizer, metrics, stopping: signal, onError }: PluginDependencies,
): PolicyPluginOptions {
  return {
    policies: stores.lister(group, `${type}admissionpolicies`),
    bindings: stores.lister(group, `${type}admissionpolicybindings`),
    params: new ParamInformers({ client, signal, onError }),
    findNamespace: namespacesForMatching(stores),
    authorizer,
    metrics,
  };
}
