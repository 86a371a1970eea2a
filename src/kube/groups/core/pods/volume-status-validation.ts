// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PodStatus } from '../../../../api/core/v1.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { eachItem } from '../../../field-checks.js';

const path = FieldPath.of('status');
const containerStatusFields = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;
const maxImageReference = 256;

/** Validates what the kubelet reports about volumes with the content of an image. */
export function validateVolumeStatuses(status: PodStatus): FieldError[] {
  return containerStatusFields.flatMap((field) =>
    eachItem(status[field], path.child(field), ({ volumeMounts }, place) =>
      eachItem(volumeMounts, place.child('volumeMounts'), ({ volumeStatus }, at) => {
        const image = volumeStatus?.image;
        if (!image) return [];
        const reference = at.child('volumeStatus', 'imageVolumeStatus', 'imageRef');
        if (!image.imageRef) return [reference.required('imageRef must not be empty')];
        const isTooLong = Buffer.byteLength(image.imageRef) > maxImageReference;
        return isTooLong ? [reference.tooLong(maxImageReference)] : [];
      }),
    ),
  );
}
