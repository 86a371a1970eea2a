// Follows pkg/registry/storage/volumeattachment/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)
// Follows pkg/apis/storage/validation/validation.go (v1.36)

import type { PersistentVolumeSpec } from '../../../../api/core/v1.js';
import type { VolumeAttachment, VolumeAttachmentSource, VolumeError } from '../../../../api/storage/v1.js';
import { checkDns1123Subdomain, type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { specAndStatus, type ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { validateImmutableOf, validateRequired } from '../../../field-checks.js';
import { validateAccessModes } from '../../../pod-spec/index.js';
import { ageColumn, booleanColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateMetadata } from '../../../validation.js';
import { validateSources } from '../../core/persistentvolumes/source-validation.js';
import { validateDriverName } from '../driver-name.js';
import { validateMapSize } from '../parameters.js';

export const volumeAttachments = builtInResource<VolumeAttachment>('storage.k8s.io/v1', 'VolumeAttachment', {
  plural: 'volumeattachments',
  scope: 'Cluster',
  columns: [
    nameColumn,
    {
      ...textColumn<VolumeAttachment>('Attacher', 'spec.attacher'),
      format: 'name',
    },
    textColumn('PV', 'spec.source.persistentVolumeName'),
    textColumn('Node', 'spec.nodeName'),
    booleanColumn('Attached', (attachment) => attachment.status.attached === true, { field: 'status.attached' }),
    ageColumn,
  ],
  strategies: specAndStatus<VolumeAttachment>(
    {
      returnsDeletedObject: true,
      allowUnconditionalUpdate: false,
      validate: validateAttachment,
      validateUpdate: ({ object, old }, context) => {
        const change = { value: object.spec, old: old.spec };
        return [
          ...validateAttachment(object, context),
          ...validateImmutableOf('storage/v1.VolumeAttachmentSpec', change, FieldPath.of('spec')),
        ];
      },
    },
    { generation: 'absent' },
  ),
});

const maxMessageBytes = 1024;
/** Upstream reports this limit for messages too. */
const reportedLimit = 256 * 1024;

function validateAttachment(attachment: VolumeAttachment, context: ValidationContext): FieldError[] {
  const { spec, status } = attachment;
  const [specPath, statusPath] = [FieldPath.of('spec'), FieldPath.of('status')];
  return [
    ...validateMetadata(attachment, context),
    ...validateDriverName(spec.attacher, specPath.child('attacher')),
    ...validateSource(spec.source, specPath.child('source')),
    ...specPath.child('nodeName').check(spec.nodeName, checkDns1123Subdomain),
    ...validateMapSize(status.attachmentMetadata ?? {}, statusPath.child('attachmentMetadata')),
    ...validateVolumeError(status.attachError, statusPath.child('attachError')),
    ...validateVolumeError(status.detachError, statusPath.child('detachError')),
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

const elsewhere = 'may not be specified in the context of inline volumes';

/** An inline volume of a pod, as a CSI persistent volume: without claim and storage class. */
function validateInlineVolume(spec: PersistentVolumeSpec, path: FieldPath): FieldError[] {
  const { accessModes = [], persistentVolumeReclaimPolicy: policy, volumeMode } = spec;
  const [modes, policyPath] = [path.child('accessModes'), path.child('persistentVolumeReclaimPolicy')];
  const kept = 'may only be Retain in the context of inline volumes';
  const otherMode = 'may not specify volumeMode other than Filesystem in the context of inline volumes';
  const notHere = (field: keyof PersistentVolumeSpec) => (spec[field] ? [path.child(field).forbidden(elsewhere)] : []);
  const { nodeAffinity: _notHere, ...sources } = spec;
  return [
    ...notHere('claimRef'),
    ...notHere('capacity'),
    ...validateRequired(spec.csi, path.child('csi'), 'has to be specified in the context of inline volumes'),
    ...validateRequired(accessModes, modes),
    ...validateAccessModes(accessModes, modes),
    ...(policy && policy !== 'Retain' ? [policyPath.forbidden(kept)] : []),
    ...notHere('nodeAffinity'),
    ...validateSources({ spec: sources, path, name: '' }),
    ...notHere('storageClassName'),
    ...(volumeMode !== undefined && volumeMode !== 'Filesystem' ? [path.child('volumeMode').forbidden(otherMode)] : []),
  ];
}
