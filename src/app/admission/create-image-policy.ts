import { systemClock } from '../../apimachinery/clock/index.js';
import { ImagePolicyWebhook, readImagePolicyConfiguration } from '../../kube/index.js';
import type { PluginDependencies } from './plugin-table.js';

/** Creates the plug-in and the client of its webhook. */
export async function createImagePolicy({ config, stopping }: PluginDependencies): Promise<ImagePolicyWebhook> {
  const configuration = readImagePolicyConfiguration(config.pluginConfiguration('ImagePolicyWebhook'));
  const { KubeconfigWebhook, withRetries } = await import('../../client/kubeconfig-webhook/index.js');
  const webhook = await KubeconfigWebhook.load(configuration.kubeconfigFile);
  stopping.addEventListener('abort', () => webhook.close(), { once: true });
  const retries = { firstMilliseconds: configuration.retryMilliseconds };
  return new ImagePolicyWebhook({
    ...configuration,
    review: (review) => withRetries(() => webhook.review(review), retries),
    now: systemClock.monotonic,
  });
}
