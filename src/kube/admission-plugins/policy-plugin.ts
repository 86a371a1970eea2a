// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/config/config.go (v1.36)

import { readConfiguration } from '../../apimachinery/configuration/index.js';
import type { JsonValue } from '../../apimachinery/meta/index.js';
import { ParamInformers, type PolicyPluginOptions } from '../../server/admission/policies/index.js';
import { checkBindings, policyKinds } from './manifests/manifest-kinds.js';
import { checkManifestsDirectory } from './manifests/manifests-directory.js';
import { StaticManifests } from './manifests/static-manifests.js';
import { namespacesForMatching } from './namespace-of.js';
import type { PluginDependencies } from './plugin-definition.js';

const group = 'admissionregistration.k8s.io';

export interface PolicyConfiguration {
  /** A directory with policies and bindings that are in force besides those of the API. */
  readonly manifests?: string | undefined;
}

/** Returns a function that reads the section of a policy plug-in. It throws if the section is invalid. */
export function readPolicyConfiguration(name: string): (section: JsonValue | undefined) => PolicyConfiguration {
  const expected = { kind: `${name}Configuration`, apiVersions: ['apiserver.config.k8s.io/v1'] };
  return (section) => {
    if (section === undefined) return {};
    const manifests = readConfiguration(section, expected, (fields) => fields.text('staticManifestsDir'));
    return { manifests: manifests || undefined };
  };
}

/** The policies of manifest files; undefined if there is no directory. Rejects if they cannot be used. */
export async function staticPolicies(
  type: 'mutating' | 'validating',
  { features, stopping, onError }: PluginDependencies,
  { manifests: directory }: PolicyConfiguration,
): Promise<Pick<PolicyPluginOptions, 'policies' | 'bindings' | 'appliesToPolicies'> | undefined> {
  if (directory === undefined) return undefined;
  await checkManifestsDirectory(directory, features);
  const { policy, binding } = policyKinds[type];
  const loading = StaticManifests.load({
    directory,
    kinds: [policy, binding],
    features,
    checkAll: (objectsOf) => checkBindings(objectsOf(policy), objectsOf(binding)),
    stopping,
    onError,
  });
  const manifests = await loading.catch((error: Error) => {
    throw new Error(`failed to load static policy manifests from ${JSON.stringify(directory)}: ${error.message}`);
  });
  return { policies: manifests.lister(policy), bindings: manifests.lister(binding), appliesToPolicies: true };
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
