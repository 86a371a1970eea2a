import type { AdmissionPlugin, AdmissionRequest } from '../../server/admission/index.js';
import { listIn, objectIn } from '../fields.js';
import { isAbout } from './is-about.js';

const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/** Taints new nodes as not ready until the node controller has seen them become ready. */
export class TaintNodesByCondition implements AdmissionPlugin {
  readonly name = 'TaintNodesByCondition';

  handles(operation: string): boolean {
    return operation === 'CREATE';
  }

  admit(request: AdmissionRequest): void {
    const { object } = request;
    if (!object || !isAbout(request, '', 'nodes')) return;
    const spec = objectIn(object['spec']);
    const taints = listIn(spec['taints']).map(objectIn);
    if (taints.some(({ key, effect }) => key === notReady.key && effect === notReady.effect)) return;
    object['spec'] = { ...spec, taints: [...taints, { ...notReady }] };
  }
}
