import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { Quantity } from '../../../../apimachinery/validation/index.js';
import type { AdmissionRequest } from '../../../../server/admission/index.js';
import { objectIn, textIn } from '../../../fields.js';
import { specOf } from '../../../groups/core/persistentvolumeclaims/claim.js';
import { type Amounts, amountsIn, type ResourceList } from '../../../pod-spec/index.js';
import { storageClassOf } from '../../storage-class-of.js';
import { countName, isWrite, matchesNames, one, type QuotaEvaluator } from './evaluator.js';

const count = countName('', 'persistentvolumeclaims');
const resources = ['persistentvolumeclaims', 'requests.storage'] as const;

/** Counts claims and what they ask for, in all and of each storage class. */
export const claimEvaluator: QuotaEvaluator = {
  handles: (request) => isWrite(request) || isStatusUpdate(request),
  counts: (name) => name === count || resources.some((each) => name === each || name.endsWith(ofClass('', each))),
  isInScope: (scope, claim) =>
    scope.scopeName === 'VolumeAttributesClass' && matchesNames(scope, attributesClassesOf(claim)),
  usage(claim: JsonObject): Amounts {
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

/** What has been given to a claim is told by its status. */
function isStatusUpdate({ operation, attributes }: AdmissionRequest): boolean {
  return operation === 'UPDATE' && attributes.subresource === 'status';
}

/** Unambiguous: the resource is one of ours, and has no slash. */
function ofClass(storageClass: string, resource: string): string {
  return `${storageClass}.storageclass.storage.k8s.io/${resource}`;
}

/** In whole bytes: what is asked for, or what is given if that is more. */
function storageOf(claim: JsonObject): Quantity | undefined {
  const wanted = amountsIn(specOf(claim).resources?.requests).get('storage')?.roundUp(0);
  const given = amountsIn(objectIn(claim['status'])['allocatedResources'] as ResourceList | undefined).get('storage');
  return wanted && given && given.compare(wanted) > 0 ? given.roundUp(0) : wanted;
}

/** The class that a claim is to have, the one that it has, and the one that it is about to have. */
function attributesClassesOf(claim: JsonObject): string[] {
  const status = objectIn(claim['status']);
  const names = [
    specOf(claim).volumeAttributesClassName ?? '',
    textIn(status['currentVolumeAttributesClassName']),
    textIn(objectIn(status['modifyVolumeStatus'])['targetVolumeAttributesClassName']),
  ];
  return names.filter((name) => name !== '');
}
