// Follows plugin/pkg/admission/imagepolicy/admission.go (v1.36)

import { systemClock } from '../../../apimachinery/clock/index.js';
import { annotationsOf, type JsonObject, objectIn, textIn } from '../../../apimachinery/meta/index.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../../server/admission/index.js';
import { podSpecOf } from '../../pod-spec/index.js';
import { definePlugin, type PluginDependencies } from '../plugin-definition.js';
import { RecentMap } from '../recent-map.js';
import { type ImagePolicyConfiguration, readImagePolicyConfiguration } from './configuration.js';

export interface ImagePolicyOptions extends Omit<ImagePolicyConfiguration, 'kubeconfigFile' | 'retryMilliseconds'> {
  /** Sends an ImageReview to the webhook and returns the completed review. */
  readonly review: (review: JsonObject) => Promise<JsonObject>;
  /** In milliseconds. */
  readonly now: () => number;
}

interface RememberedStatus {
  readonly status: JsonObject;
  readonly until: number;
}

const auditPrefix = 'imagepolicywebhook.image-policy.k8s.io/';
const maxRemembered = 1024;

export const imagePolicyWebhook = definePlugin({
  name: 'ImagePolicyWebhook',
  operations: ['CREATE', 'UPDATE'],
  isDefault: false,
  readConfiguration: readImagePolicyConfiguration,
  legacySection: 'imagePolicy',
  create: openImagePolicy,
});

/** Calls an external webhook to decide which images pods may run. */
export class ImagePolicyWebhook implements AdmissionHandler {
  readonly #options: ImagePolicyOptions;
  readonly #remembered = new RecentMap<RememberedStatus>(maxRemembered);

  constructor(options: ImagePolicyOptions) {
    this.#options = options;
  }

  validate(request: AdmissionRequest): Promise<void> | undefined {
    const { resource, subresource } = request.attributes;
    if (resource.group !== '' || resource.resource !== 'pods') return undefined;
    return subresource === '' || subresource === 'ephemeralcontainers' ? this.#validatePod(request) : undefined;
  }

  async #validatePod(request: AdmissionRequest): Promise<void> {
    const status = await this.#statusOf(request);
    if (!status) return;
    for (const [key, value] of Object.entries(objectIn(status['auditAnnotations']))) {
      request.annotate(auditPrefix + key, textIn(value));
    }
    if (status['allowed'] === true) return;
    const reason = textIn(status['reason']);
    throw forbiddenBy(
      request,
      reason === ''
        ? 'one or more images rejected by webhook backend'
        : `image policy webhook backend denied one or more images: ${reason}`,
    );
  }

  /** Returns undefined if the webhook fails and pods are admitted by default. */
  async #statusOf(request: AdmissionRequest): Promise<JsonObject | undefined> {
    const { now, allowMilliseconds, denyMilliseconds } = this.#options;
    const spec = reviewSpecOf(request);
    const key = JSON.stringify(spec);
    const known = this.#remembered.get(key);
    if (known && known.until > now()) return known.status;
    const status = await this.#callWebhook(request, spec);
    if (!status) return undefined;
    const milliseconds = status['allowed'] === true ? allowMilliseconds : denyMilliseconds;
    this.#remembered.set(key, { status, until: now() + milliseconds });
    return status;
  }

  async #callWebhook(request: AdmissionRequest, spec: JsonObject): Promise<JsonObject | undefined> {
    const { review, allowsByDefault } = this.#options;
    const imageReview = {
      kind: 'ImageReview',
      apiVersion: 'imagepolicy.k8s.io/v1alpha1',
      metadata: {},
      spec,
      status: { allowed: false },
    };
    try {
      return objectIn((await review(imageReview))['status']);
    } catch (error) {
      if (!allowsByDefault) throw forbiddenBy(request, error as Error);
      request.annotate(`${auditPrefix}failed-open`, 'true');
      return undefined;
    }
  }
}

function reviewSpecOf({ object = {}, attributes }: AdmissionRequest): JsonObject {
  const { containers, initContainers = [], ephemeralContainers = [] } = podSpecOf(object);
  const reviewed = attributes.subresource === '' ? [...(containers ?? []), ...initContainers] : ephemeralContainers;
  const annotations = Object.entries(annotationsOf(object)).filter(([key]) => key.includes('.image-policy.k8s.io/'));
  return {
    ...(reviewed.length > 0 && { containers: reviewed.map(({ image }) => (image ? { image } : {})) }),
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
    ...(attributes.namespace !== '' && { namespace: attributes.namespace }),
  };
}

/** Loads the client of the webhook. */
async function openImagePolicy({ stopping }: PluginDependencies, configuration: ImagePolicyConfiguration) {
  const { KubeconfigWebhook, withRetries } = await import('../../../client/kubeconfig-webhook/index.js');
  const webhook = await KubeconfigWebhook.load(configuration.kubeconfigFile);
  stopping.addEventListener('abort', () => webhook.close(), { once: true });
  const retries = { firstMilliseconds: configuration.retryMilliseconds };
  return new ImagePolicyWebhook({
    ...configuration,
    review: (review) => withRetries(() => webhook.review(review), retries),
    now: systemClock.monotonic,
  });
}
