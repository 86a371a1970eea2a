import { goQuote, type JsonObject, type JsonValue, jsonEqual } from '../../apimachinery/meta/index.js';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { listIn, objectIn } from '../fields.js';
import { isSidecar, type ResourceRequirements } from '../pod-spec/index.js';
import { type ChangedPod, changedPod, nodeOf } from './changed-pod.js';
import type { PluginLister } from './plugin-lister.js';

/** Rejects pod updates that need a feature which the node does not declare. */
export class NodeDeclaredFeatureValidator implements AdmissionPlugin {
  readonly name = 'NodeDeclaredFeatureValidator';
  readonly #nodes: () => PluginLister;

  constructor(nodes: () => PluginLister) {
    this.#nodes = nodes;
  }

  handles(operation: string): boolean {
    return operation === 'UPDATE';
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const pod = changedPod(request, ['', 'resize']);
    if (!pod) return;
    const needed = featuresFor(pod);
    if (needed.length > 0) return this.#check(request, pod.nodeName, needed);
  }

  async #check(request: AdmissionRequest, nodeName: string, needed: readonly string[]): Promise<void> {
    const declared = declaredBy(await nodeOf(request, this.#nodes(), nodeName));
    const missing = needed.filter((feature) => !declared.includes(feature));
    if (missing.length === 0) return;
    const features = missing.join(', ');
    throw forbiddenBy(
      request,
      `pod update requires features ${features} which are not available on node ${goQuote(nodeName)}`,
    );
  }
}

/** Sorted by name. */
function featuresFor({ spec, before }: ChangedPod): string[] {
  const needed: string[] = [];
  if (!sameResources(spec.resources, before.resources)) needed.push('InPlacePodLevelResourcesVerticalScaling');
  const changesInit = before.initContainers?.some(
    (container, index) =>
      !isSidecar(container) && !sameResources(container.resources, spec.initContainers?.[index]?.resources),
  );
  if (changesInit) needed.push('InPlacePodVerticalScalingInitContainers');
  return needed;
}

function sameResources(one: ResourceRequirements | undefined, other: ResourceRequirements | undefined): boolean {
  return jsonEqual(one as JsonObject | undefined, other as JsonObject | undefined);
}

function declaredBy({ status }: JsonObject): readonly JsonValue[] {
  return listIn(objectIn(status)['declaredFeatures']);
}
