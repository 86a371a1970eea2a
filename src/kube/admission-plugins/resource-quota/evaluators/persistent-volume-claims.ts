// Follows pkg/quota/v1/evaluator/core/persistent_volume_claims.go (v1.36)

import type { PersistentVolumeClaim } from '../../../../api/core/v1.js';
import type { Quantity } from '../../../../apimachinery/validation/index.js';
import type { AdmissionRequest } from '../../../../server/admission/index.js';
import { storageClassOf } from '../../../groups/core/volumes.js';
import { type Amounts, amountsIn } from '../../../pod-spec/index.js';
import { countName, isWrite, matchesNames, one, type QuotaEvaluator } from './evaluator.js';

const count = countName('', 'persistentvolumeclaims');
const resources = ['persistentvolumeclaims', 'requests.storage'] as const;

/** Counts claims and their requested storage, in total and per storage class. */
export const claimEvaluator: QuotaEvaluator<PersistentVolumeClaim> = {
  handles: (request) => isWrite(request) || isStatusUpdate(request),
  counts: (name) => name === count || resources.some((each) => name === each || name.endsWith(ofClass('', each))),
  isInScope: (scope, claim) =>
    scope.scopeName === 'VolumeAttributesClass' && matchesNames(scope, attributesClassesOf(claim)),
  usage(claim): Amounts {
    const storageClass = storageClassOf(claim) ?? '';
    const storage = storageOf(claim);
    const usage: Amounts = new Map([[count, one]]);
    for (const [resource, amount] of [
      ['persistentvolumeclaims', one] as const,
      ['requests.storage', storage] as const,
    ]) {
      if (!amount) continue;
      usage.set(resource, amount);
      if (storageClass !== '') usage.set(ofClass(storageClass, resource), amount);
    }
    return usage;
  },
};

/** The status holds the storage that was allocated. */
function isStatusUpdate({ operation, attributes }: AdmissionRequest): boolean {
  return operation === 'UPDATE' && attributes.subresource === 'status';
}

/** Unambiguous: the resource is a constant without a slash. */
function ofClass(storageClass: string, resource: string): string {
  return `${storageClass}.storageclass.storage.k8s.io/${resource}`;
}

/** In whole bytes: the larger of the requested and the allocated storage. */
function storageOf({ spec, status }: PersistentVolumeClaim): Quantity | undefined {
  const wanted = amountsIn(spec?.resources?.requests).get('storage')?.roundUp(0);
  const given = amountsIn(status?.allocatedResources).get('storage');
  return wanted && given && given.compare(wanted) > 0 ? given.roundUp(0) : wanted;
}

/** The VolumeAttributesClasses of a claim: requested, current and pending. */
function attributesClassesOf({ spec, status }: PersistentVolumeClaim): string[] {
  const names = [
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
  return names.flatMap((name) => name || []);
}
