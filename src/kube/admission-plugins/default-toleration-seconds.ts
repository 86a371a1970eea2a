import { type JsonObject, withMembers } from '../../apimachinery/meta/index.js';
import type { AdmissionPlugin, AdmissionRequest } from '../../server/admission/index.js';
import { listIn, objectIn } from '../fields.js';

export interface DefaultTolerationOptions {
  /** `tolerationSeconds` for the not-ready taint. */
  readonly notReadySeconds: number;
  /** `tolerationSeconds` for the unreachable taint. */
  readonly unreachableSeconds: number;
}

/** Adds tolerations for not-ready and unreachable nodes to pods that have none for these taints. */
export class DefaultTolerationSeconds implements AdmissionPlugin {
  readonly name = 'DefaultTolerationSeconds';
  readonly #taints: readonly (readonly [key: string, seconds: number])[];

  constructor({ notReadySeconds, unreachableSeconds }: DefaultTolerationOptions) {
    this.#taints = [
      ['node.kubernetes.io/not-ready', notReadySeconds],
      ['node.kubernetes.io/unreachable', unreachableSeconds],
    ];
  }

  handles(operation: string): boolean {
    return operation === 'CREATE' || operation === 'UPDATE';
  }

  admit({ attributes, object }: AdmissionRequest): void {
    const { resource, subresource } = attributes;
    if (resource.group !== '' || resource.resource !== 'pods' || subresource !== '' || !object) return;
    const spec = objectIn(object['spec']);
    const tolerations = listIn(spec['tolerations']).map(objectIn);
    const added = this.#taints
      .filter(([key]) => !tolerations.some((toleration) => tolerates(toleration, key)))
      .map(([key, tolerationSeconds]) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds }));
    if (added.length > 0) object['spec'] = withMembers(spec, { tolerations: [...tolerations, ...added] });
  }
}

function tolerates({ key = '', effect = '' }: JsonObject, taint: string): boolean {
  return (key === taint || key === '') && (effect === 'NoExecute' || effect === '');
}
