import { isAbsolute } from 'node:path';
import { readConfiguration } from '../../apimachinery/configuration/index.js';
import type { JsonValue } from '../../apimachinery/meta/index.js';
import { FieldPath, fieldErrorMessage, invalidValue } from '../../apimachinery/validation/index.js';
import { loadKubeconfig } from '../../client/kubeconfig/index.js';
import { type FindCredentials, webhookCredentials } from '../../client/webhook/index.js';
import type { WebhookPluginOptions } from '../../server/admission/webhooks/index.js';
import { namespaceFinder } from './namespace-finder.js';
import type { PluginDependencies } from './plugin-table.js';

const webhookAdmission = { kind: 'WebhookAdmissionConfiguration', apiVersions: ['apiserver.config.k8s.io/v1'] };

const pluginNames = { mutating: 'MutatingAdmissionWebhook', validating: 'ValidatingAdmissionWebhook' } as const;

/** The options of a webhook plug-in. Rejects if its configuration is invalid. */
export async function webhookPluginOptions(
  type: keyof typeof pluginNames,
  parts: PluginDependencies,
): Promise<WebhookPluginOptions> {
  const { kube, client, resolveService, authorizer, metrics, onWarning, onError } = parts;
  return {
    configurations: () => kube().objects('admissionregistration.k8s.io', `${type}webhookconfigurations`),
    findNamespace: namespaceFinder(parts),
    findCredentials: await credentialsFinder(parts.config.pluginConfiguration(pluginNames[type])),
    loopback: client,
    ...{ resolveService, authorizer, metrics, onWarning, onError },
  };
}

async function credentialsFinder(configuration: JsonValue | undefined): Promise<FindCredentials | undefined> {
  if (configuration === undefined) return undefined;
  const { file, manifests } = readConfiguration(configuration, webhookAdmission, (fields) => ({
    file: fields.text('kubeConfigFile'),
    manifests: fields.text('staticManifestsDir'),
  }));
  if (manifests) {
    const gate = 'ManifestBasedAdmissionControlConfig feature gate is not enabled';
    throw new Error(`static webhook manifests dir ${JSON.stringify(manifests)} configured but ${gate}`);
  }
  if (!file) return undefined;
  if (isAbsolute(file)) return webhookCredentials(await loadKubeconfig({ file }));
  const problem = invalidValue(FieldPath.of('kubeConfigFile'), file, 'must be an absolute file path');
  throw new Error(fieldErrorMessage(problem));
}
