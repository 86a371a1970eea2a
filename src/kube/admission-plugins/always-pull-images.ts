// Follows plugin/pkg/admission/alwayspullimages/admission.go (v1.36)

import type { Pod } from '../../api/core/v1.js';
import { aggregateMessages } from '../../apimachinery/meta/index.js';
import { errorWithoutReason } from '../../apimachinery/status/index.js';
import { FieldPath, fieldErrorMessage } from '../../apimachinery/validation/index.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { type PodSpec, placedContainers, podSpecOf } from '../pod-spec/index.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';

const always = 'Always';
const root = FieldPath.of('spec');

export const alwaysPullImages = definePlugin({
  name: 'AlwaysPullImages',
  operations: ['CREATE', 'UPDATE'],
  isDefault: false,
  create: () => new AlwaysPullImages(),
});

/** Sets `imagePullPolicy: Always`, so that a pod cannot use a private image that another pod pulled onto the node. */
export class AlwaysPullImages implements AdmissionHandler {
  admit(request: AdmissionRequest): void {
    const spec = specToCheck(request);
    if (!spec) return;
    for (const { container } of placedContainers(spec, root)) container.imagePullPolicy = always;
    for (const { image } of spec.volumes ?? []) if (image) image.pullPolicy = always;
  }

  validate(request: AdmissionRequest): void {
    const spec = specToCheck(request);
    if (!spec) return;
    const refusals = otherPolicies(spec).map(
      ([path, policy]) => forbiddenBy(request, fieldErrorMessage(path.notSupported(policy, [always]))).message,
    );
    if (refusals.length === 0) return;
    throw errorWithoutReason(aggregateMessages(refusals));
  }
}

/** The spec of a pod whose images are new or changed; undefined: nothing to check. */
function specToCheck(request: AdmissionRequest): PodSpec | undefined {
  const { old, operation } = request;
  const pod = objectOf<Pod>(request, '', 'pods');
  if (!pod) return undefined;
  const spec = podSpecOf(pod);
  if (operation !== 'UPDATE' || !old) return spec;
  const known = new Set(placedContainers(podSpecOf(old), root).map(({ container }) => container.image));
  return placedContainers(spec, root).every(({ container }) => known.has(container.image)) ? undefined : spec;
}

function otherPolicies(spec: PodSpec): [FieldPath, string][] {
  const policies: [FieldPath, string][] = placedContainers(spec, root).map(({ container, path }) => [
    path.child('imagePullPolicy'),
    container.imagePullPolicy ?? '',
  ]);
  spec.volumes?.forEach(({ image }, index) => {
    const path = root.child('volumes').index(index).child('image').child('pullPolicy');
    if (image) policies.push([path, image.pullPolicy ?? '']);
  });
  return policies.filter(([, policy]) => policy !== always);
}
