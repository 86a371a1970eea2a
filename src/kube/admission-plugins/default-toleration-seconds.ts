// Follows plugin/pkg/admission/defaulttolerationseconds/admission.go (v1.36)

import type { Pod, PodSpec, Toleration } from '../../api/core/v1.js';
import { withMembers } from '../../apimachinery/meta/index.js';
import type { AdmissionHandler, AdmissionRequest } from '../../server/admission/index.js';
import { objectOf } from './object-of.js';
import { definePlugin, type PluginDependencies } from './plugin-definition.js';

export const defaultTolerationSeconds = definePlugin({
  name: 'DefaultTolerationSeconds',
  operations: ['CREATE', 'UPDATE'],
  isDefault: true,
  create: ({ tolerationSeconds }) => new DefaultTolerationSeconds(tolerationSeconds),
});

/** Adds tolerations for not-ready and unreachable nodes to pods that have none for these taints. */
export class DefaultTolerationSeconds implements AdmissionHandler {
  readonly #taints: readonly (readonly [key: string, seconds: number])[];

  constructor({ notReady, unreachable }: PluginDependencies['tolerationSeconds']) {
    this.#taints = [
      ['node.kubernetes.io/not-ready', notReady],
      ['node.kubernetes.io/unreachable', unreachable],
    ];
  }

  admit(request: AdmissionRequest): void {
    const pod = objectOf<Pod>(request, '', 'pods');
    if (!pod) return;
    const { spec = {} as PodSpec } = pod;
    const { tolerations = [] } = spec;
    const added = this.#taints
      .filter(([key]) => !tolerations.some((toleration) => tolerates(toleration, key)))
      .map(
        ([key, tolerationSeconds]) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds }) as const,
      );
    if (added.length > 0) pod.spec = withMembers(spec, { tolerations: [...tolerations, ...added] });
  }
}

function tolerates({ key = '', effect }: Toleration, taint: string): boolean {
  return (key === taint || key === '') && (effect === 'NoExecute' || !effect);
}
