// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { ISCSIPersistentVolumeSource } from '../../api/core/v1.js';
import { Pattern } from '../../apimachinery/pattern/index.js';
import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';

/** Formats of iSCSI names by prefix. RE2: the first is not anchored at the start, as upstream. */
const nameForms = new Map([
  ['iqn', new Pattern('iqn\\.[0-9]{4}-[0-9]{2}\\.[A-Za-z0-9.-]+:[^,;*&$|\\s]+$')],
  ['eui', new Pattern('^eui.[A-Za-z0-9]{16}$')],
  ['naa', new Pattern('^naa.[A-Za-z0-9]{32}$')],
]);

const [maxLun, maxAddressLength] = [255, 64];
export const longPortalProblem =
  'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';

/** Validates the iSCSI source of a pod volume, or of a persistent volume if `volumeName` is set. */
export function iscsiErrors(source: ISCSIPersistentVolumeSource, path: FieldPath, volumeName?: string): FieldError[] {
  const { targetPortal, iqn, lun, chapAuthDiscovery, chapAuthSession, secretRef, initiatorName } = source;
  const isOfPod = volumeName === undefined;
  const errors = targetPortal === '' ? [path.child('targetPortal').required()] : [];
  if (!isOfPod && isPortalTooLong(source, volumeName)) {
    errors.push(path.child('targetportal').invalid(targetPortal, longPortalProblem));
  }
  if (iqn === '') errors.push(path.child('iqn').required());
  else errors.push(...nameErrors(iqn, path.child('iqn'), isOfPod));
  if (lun < 0 || lun > maxLun) {
    errors.push(path.child('lun').invalid(lun, 'must be between 0 and 255, inclusive'));
  }
  if ((chapAuthDiscovery || chapAuthSession) && secretRef === undefined)
    errors.push(path.child('secretRef').required());
  if (!isOfPod && secretRef && !secretRef.name) {
    errors.push(path.child('secretRef', 'name').required());
  }
  if (initiatorName === undefined) return errors;
  return [...errors, ...nameErrors(initiatorName, path.child('initiatorname'), isOfPod)];
}

/** With an initiator name, the volume name and portal together are limited in length. */
export function isPortalTooLong(
  { initiatorName, targetPortal }: ISCSIPersistentVolumeSource,
  volumeName: string,
): boolean {
  return initiatorName !== undefined && Buffer.byteLength(`${volumeName}:${targetPortal}`) > maxAddressLength;
}

function nameErrors(name: string, path: FieldPath, saysHow: boolean): FieldError[] {
  const form = nameForms.get(name.slice(0, 3));
  if (form?.matches(name)) return [];
  const detail = 'must be valid format';
  return [path.invalid(name, form || !saysHow ? detail : `${detail} starting with iqn, eui, or naa`)];
}
