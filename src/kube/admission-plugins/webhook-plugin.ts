import { isAbsolute } from 'node:path';
import { readConfiguration } from '../../apimachinery/configuration/index.js';
import type { JsonValue } from '../../apimachinery/meta/index.js';
import { FieldPath, fieldErrorMessage, invalidValue } from '../../apimachinery/validation/index.js';
import { loadKubeconfig } from '../../client/kubeconfig/index.js';
import { webhookCredentials } from '../../client/webhook/index.js';
import type { WebhookPluginOptions } from '../../server/admission/webhooks/index.js';
import { namespacesForMatching } from './namespace-of.js';
import type { PluginDependencies } from './plugin-definition.js';

const kind = { kind: 'WebhookAdmissionConfiguration', apiVersions: ['apiserver.config.k8s.io/v1'] };

/** Returns the kubeconfig file with the credentials for webhooks; undefined: none. Throws if the section is invalid. */
export function readWebhookConfiguration(section: JsonValue | undefined): string | undefined {
  if (section === undefined) return undefined;
  const { file, manifests } = readConfiguration(section, kind, (fields) => ({
    file: fields.text('kubeConfigFile'),
    manifests: fields.text('staticManifestsDir'),
  }));
  if (manifests) {
    const gate = 'ManifestBasedAdmissionControlConfig feature gate is not enabled';
    throw new Error(`static webhook manifests dir ${JSON.stringify(manifests)} configured but ${gate}`);
  }
  if (!file || isAbsolute(file)) return file || undefined;
  const problem = invalidValue(FieldPath.of('kubeConfigFile'), file, 'must be an absolute file path');
  throw new Error(fieldErrorMessage(problem));
}

/** The options of a webhook plug-in. Rejects if the kubeconfig file cannot be used. */
export async function webhookPluginOptions(
  type: 'mutating' | 'validating',
  { stores, client, resolveService, authorizer, metrics, onWarning, onError }: PluginDependencies,
  kubeconfigFile: string | undefined,
): Promise<WebhookPluginOptions> {
  return {
    configurations: stores.lister('admissionregistration.k8s.io', `${type}webhookconfigurations`),
    findNamespace: namespacesForMatching(stores),
    findCredentials: kubeconfigFile ? webhookCredentials(await loadKubeconfig({ file: kubeconfigFile })) : undefined,
    loopback: client,
    ...{ resolveService, authorizer, metrics, onWarning, onError },
  };
}
