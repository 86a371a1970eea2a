// Follows plugin/pkg/admission/nodedeclaredfeatures/admission.go (v1.36)

import type { Node } from '../../api/core/v1.js';
import { goQuote, type JsonObject, jsonEqual } from '../../apimachinery/meta/index.js';
import { type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { isSidecar, type ResourceRequirements } from '../pod-spec/index.js';
import { type ChangedPod, changedPod, nodeOf } from './changed-pod.js';
import { definePlugin } from './plugin-definition.js';
import { ListerHandler } from './plugin-lister.js';

export const nodeDeclaredFeatureValidator = definePlugin({
  name: 'NodeDeclaredFeatureValidator',
  operations: ['UPDATE'],
  isDefault: true,
  featureGate: 'NodeDeclaredFeatures',
  create: ({ stores }) => new NodeDeclaredFeatureValidator(stores.lister('', 'nodes')),
});

/** Rejects pod updates that need a feature which the node does not declare. */
export class NodeDeclaredFeatureValidator extends ListerHandler<Node> {
  validate(request: AdmissionRequest): Promise<void> | void {
    const pod = changedPod(request, ['', 'resize']);
    if (!pod) return;
    const needed = featuresFor(pod);
    if (needed.length > 0) return this.#check(request, pod.nodeName, needed);
  }

  async #check(request: AdmissionRequest, nodeName: string, needed: readonly string[]): Promise<void> {
    const { status } = nodeOf(request, await this.synced(), nodeName);
    const declared = status?.declaredFeatures ?? [];
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
