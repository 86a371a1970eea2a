import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  required,
  tooLong,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { checked, validateImmutableOf } from '../../../field-checks.js';
import { validateDriverName } from '../driver-name.js';
import { validateInlineVolume } from './inline-volume.js';

interface Attachment {
  readonly spec: {
    readonly attacher: string;
    readonly nodeName: string;
    readonly source: { readonly persistentVolumeName?: string; readonly inlineVolumeSpec?: JsonObject };
  };
  readonly status: {
    readonly attachmentMetadata?: Readonly<Record<string, string>>;
    readonly attachError?: VolumeError;
    readonly detachError?: VolumeError;
  };
}

interface VolumeError {
  readonly message?: string;
  readonly errorCode?: number;
}

const maxMetadataBytes = 256 * 1024;
const maxMessageBytes = 1024;

export function validateAttachment(object: JsonObject): FieldError[] {
  const { spec, status } = object as unknown as Attachment;
  const [specPath, statusPath] = [FieldPath.of('spec'), FieldPath.of('status')];
  return [
    ...validateDriverName(spec.attacher, specPath.child('attacher')),
    ...validateSource(spec.source, specPath.child('source')),
    ...checked(spec.nodeName, checkDns1123Subdomain, specPath.child('nodeName')),
    ...validateMetadata(status.attachmentMetadata ?? {}, statusPath.child('attachmentMetadata')),
    ...validateVolumeError(status.attachError, statusPath.child('attachError')),
    ...validateVolumeError(status.detachError, statusPath.child('detachError')),
  ];
}

export function validateAttachmentUpdate({ object, old }: Replacement): FieldError[] {
  return [
    ...validateAttachment(object),
    ...validateImmutableOf(
      'storage/v1.VolumeAttachmentSpec',
      { value: object['spec'], old: old['spec'] },
      FieldPath.of('spec'),
    ),
  ];
}

function validateSource(source: Attachment['spec']['source'], path: FieldPath): FieldError[] {
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

function validateMetadata(metadata: Readonly<Record<string, string>>, path: FieldPath): FieldError[] {
  const entries = Object.entries(metadata);
  const bytes = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  return bytes > maxMetadataBytes ? [tooLong(path, '', maxMetadataBytes)] : [];
}

function validateVolumeError(error: VolumeError | undefined, path: FieldPath): FieldError[] {
  const { message = '', errorCode = 0 } = error ?? {};
  const errors: FieldError[] = [];
  if (Buffer.byteLength(message) > maxMessageBytes) errors.push(tooLong(path.child('message'), '', maxMetadataBytes));
  if (errorCode < 0) {
    errors.push(invalidValue(path.child('errorCode'), errorCode, 'must be between 0 and 2147483647, inclusive'));
  }
  return errors;
}
