// Follows pkg/apis/storage/validation/validation.go (v1.36)

import type { VolumeAttachment, VolumeAttachmentSource, VolumeError } from '../../../../api/storage/v1.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  required,
  tooLong,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement, ValidationContext } from '../../../../server/registry/index.js';
import { checked, validateImmutableOf } from '../../../field-checks.js';
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
    ...checked(spec.nodeName, checkDns1123Subdomain, specPath.child('nodeName')),
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
    if (inlineVolumeSpec === undefined) return [required(path, one)];
    return validateInlineVolume(inlineVolumeSpec, path.child('inlineVolumeSpec'));
  }
  const nameErrors = checked(name, checkDns1123Subdomain, FieldPath.of('spec.source.persistentVolumeName'));
  if (inlineVolumeSpec !== undefined) return [forbidden(path, one), ...nameErrors];
  const missing = required(path.child('persistentVolumeName'), 'must specify non empty persistentVolumeName');
  return name === '' ? [missing, ...nameErrors] : nameErrors;
}

function validateVolumeError(error: VolumeError | undefined, path: FieldPath): FieldError[] {
  const { message = '', errorCode = 0 } = error ?? {};
  const errors: FieldError[] = [];
  if (Buffer.byteLength(message) > maxMessageBytes) errors.push(tooLong(path.child('message'), '', reportedLimit));
  if (errorCode < 0) {
    errors.push(invalidValue(path.child('errorCode'), errorCode, 'must be between 0 and 2147483647, inclusive'));
  }
  return errors;
}
