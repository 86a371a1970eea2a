// Follows pkg/apis/storage/validation/validation.go (v1.36)

import type { VolumeAttachment, VolumeAttachmentSource, VolumeError } from '../../../../api/storage/v1.js';
import { checkDns1123Subdomain, type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { Replacement, ValidationContext } from '../../../../server/registry/index.js';
import { validateImmutableOf } from '../../../field-checks.js';
import { validation } from '../../../validation.js';
import { validateDriverName } from '../driver-name.js';
import { validateMapSize } from '../parameters.js';
import { validateInlineVolume } from './inline-volume.js';

const maxMessageBytes = 1024;
/** Upstream reports this limit for messages too. */
const reportedLimit = 256 * 1024;

export const validateAttachment = validation<VolumeAttachment>((attachment) => {
  const { spec, status } = attachment;
  const [specPath, statusPath] = [FieldPath.of('spec'), FieldPath.of('status')];
  return [
    ...validateDriverName(spec.attacher, specPath.child('attacher')),
    ...validateSource(spec.source, specPath.child('source')),
    ...specPath.child('nodeName').check(spec.nodeName, checkDns1123Subdomain),
    ...validateMapSize(status.attachmentMetadata ?? {}, statusPath.child('attachmentMetadata')),
    ...validateVolumeError(status.attachError, statusPath.child('attachError')),
    ...validateVolumeError(status.detachError, statusPath.child('detachError')),
  ];
});

export function validateAttachmentUpdate(
  { object, old }: Replacement<VolumeAttachment>,
  context: ValidationContext,
): FieldError[] {
  const change = { value: object.spec, old: old.spec };
  return [
    ...validateAttachment(object, context),
    ...validateImmutableOf('storage/v1.VolumeAttachmentSpec', change, FieldPath.of('spec')),
  ];
}

function validateSource(source: VolumeAttachmentSource, path: FieldPath): FieldError[] {
  const { persistentVolumeName: name, inlineVolumeSpec } = source;
  const one = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (name === undefined) {
    if (inlineVolumeSpec === undefined) return [path.required(one)];
    return validateInlineVolume(inlineVolumeSpec, path.child('inlineVolumeSpec'));
  }
  const nameErrors = FieldPath.of('spec.source.persistentVolumeName').check(name, checkDns1123Subdomain);
  if (inlineVolumeSpec !== undefined) return [path.forbidden(one), ...nameErrors];
  const missing = path.child('persistentVolumeName').required('must specify non empty persistentVolumeName');
  return name === '' ? [missing, ...nameErrors] : nameErrors;
}

function validateVolumeError(error: VolumeError | undefined, path: FieldPath): FieldError[] {
  const { message = '', errorCode = 0 } = error ?? {};
  const errors: FieldError[] = [];
  if (Buffer.byteLength(message) > maxMessageBytes) errors.push(path.child('message').tooLong(reportedLimit));
  if (errorCode < 0) {
    errors.push(path.child('errorCode').invalid(errorCode, 'must be between 0 and 2147483647, inclusive'));
  }
  return errors;
}
