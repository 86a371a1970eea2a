import { readConfiguration } from '../../apimachinery/configuration/index.js';
import type { JsonValue } from '../../apimachinery/meta/index.js';
import { ParamInformers, type PolicyPluginOptions } from '../../server/admission/policies/index.js';
import { namespaceFinder } from './namespace-finder.js';
import type { PluginDependencies } from './plugin-table.js';

const group = 'admissionregistration.k8s.io';

const kinds = { validating: 'ValidatingAdmissionPolicy', mutating: 'MutatingAdmissionPolicy' } as const;

/** The options of the policy plug-ins. Throws if the plug-in's configuration is invalid. */
export function policyPluginOptions(type: keyof typeof kinds, parts: PluginDependencies): PolicyPluginOptions {
  checkConfiguration(`${kinds[type]}Configuration`, parts.config.pluginConfiguration(kinds[type]));
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

function checkConfiguration(kind: string, configuration: JsonValue | undefined): void {
  if (configuration === undefined) return;
  const expected = { kind, apiVersions: ['apiserver.config.k8s.io/v1'] };
  const manifests = readConfiguration(configuration, expected, (fields) => fields.text('staticManifestsDir'));
  if (!manifests) return;
  const gate = 'ManifestBasedAdmissionControlConfig feature gate is not enabled';
  throw new Error(`static policy manifests dir ${JSON.stringify(manifests)} configured but ${gate}`);
}
