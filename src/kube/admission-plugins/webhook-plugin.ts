// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/config/kubeconfig.go (v1.36)

import { isAbsolute } from 'node:path';
import { readConfiguration } from '../../apimachinery/configuration/index.js';
import type { JsonValue } from '../../apimachinery/meta/index.js';
import { FieldPath, fieldErrorMessage } from '../../apimachinery/validation/index.js';
import { loadKubeconfig } from '../../client/kubeconfig/index.js';
import { webhookCredentials } from '../../client/webhook/index.js';
import type { WebhookPluginOptions } from '../../server/admission/webhooks/index.js';
import { webhookKinds } from './manifests/manifest-kinds.js';
import { checkManifestsDirectory } from './manifests/manifests-directory.js';
import { StaticManifests } from './manifests/static-manifests.js';
import { namespacesForMatching } from './namespace-of.js';
import type { PluginDependencies } from './plugin-definition.js';

const kind = { kind: 'WebhookAdmissionConfiguration', apiVersions: ['apiserver.config.k8s.io/v1'] };

export interface WebhookConfiguration {
  /** A kubeconfig file with the credentials for webhooks. */
  readonly kubeconfigFile?: string | undefined;
  /** A directory with configurations of webhooks that are in force besides those of the API. */
  readonly manifests?: string | undefined;
}

/** Throws if the section is invalid. */
export function readWebhookConfiguration(section: JsonValue | undefined): WebhookConfiguration {
  if (section === undefined) return {};
  const { file, manifests } = readConfiguration(section, kind, (fields) => ({
    file: fields.text('kubeConfigFile'),
    manifests: fields.text('staticManifestsDir'),
  }));
  if (!file || isAbsolute(file)) return { kubeconfigFile: file || undefined, manifests: manifests || undefined };
  const problem = FieldPath.of('kubeConfigFile').invalid(file, 'must be an absolute file path');
  throw new Error(fieldErrorMessage(problem));
}

/** The configurations of manifest files; undefined if there is no directory. Rejects if they cannot be used. */
export async function staticWebhooks(
  type: 'mutating' | 'validating',
  { features, stopping, onError }: PluginDependencies,
  { manifests: directory }: WebhookConfiguration,
): Promise<Pick<WebhookPluginOptions, 'configurations' | 'appliesToConfiguration'> | undefined> {
  if (directory === undefined) return undefined;
  await checkManifestsDirectory(directory, features);
  const own = webhookKinds[type];
  const loading = StaticManifests.load({ directory, kinds: [own], features, stopping, onError });
  const manifests = await loading.catch((error: Error) => {
    throw new Error(`failed to load static webhook manifests from ${JSON.stringify(directory)}: ${error.message}`);
  });
  return { configurations: manifests.lister(own), appliesToConfiguration: true };
}

/** The options of a webhook plug-in. Rejects if the kubeconfig file cannot be used. */
export async function webhookPluginOptions(
  type: 'mutating' | 'validating',
  { stores, client, resolveService, authorizer, metrics, onWarning, onError }: PluginDependencies,
  { kubeconfigFile }: WebhookConfiguration,
): Promise<WebhookPluginOptions> {
  return {
    configurations: stores.lister('admissionregistration.k8s.io', `${type}webhookconfigurations`),
    findNamespace: namespacesForMatching(stores),
    findCredentials: kubeconfigFile ? webhookCredentials(await loadKubeconfig({ file: kubeconfigFile })) : undefined,
    loopback: client,
    ...{ resolveService, authorizer, metrics, onWarning, onError },
  };
}
