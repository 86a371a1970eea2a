// Follows pkg/controlplane/apiserver/aggregator.go (v1.36)

import type { Priorities } from '../server/discovery/index.js';

/** Priorities of CustomResourceDefinitions: clients prefer built-in groups. */
export const customResourcePriorities: Priorities = { groupPriority: 1000, versionPriority: 100 };

/** Priorities of the aggregator's own group, higher than any that can be registered. */
export const ownPriorities: Priorities = { groupPriority: 20_001, versionPriority: 15 };

type GroupRow = readonly [group: string, priority: number, versions: Readonly<Record<string, number>>];

/** kube-apiserver's priorities. */
const groups: readonly GroupRow[] = [
  ['', 18_000, { v1: 1 }],
  ['apps', 17_800, { v1: 15 }],
  ['events.k8s.io', 17_750, { v1: 15, v1beta1: 5 }],
  ['authentication.k8s.io', 17_700, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  ['authorization.k8s.io', 17_600, { v1: 15 }],
  ['autoscaling', 17_500, { v1: 15, v2: 30, v2beta1: 9, v2beta2: 1 }],
  ['batch', 17_400, { v1: 15, v1beta1: 9, v2alpha1: 9 }],
  ['certificates.k8s.io', 17_300, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  ['networking.k8s.io', 17_200, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  ['policy', 17_100, { v1: 15, v1beta1: 9 }],
  ['rbac.authorization.k8s.io', 17_000, { v1: 15 }],
  ['storage.k8s.io', 16_800, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  ['apiextensions.k8s.io', 16_700, { v1: 15 }],
  ['admissionregistration.k8s.io', 16_700, { v1: 15, v1beta1: 12, v1alpha1: 9 }],
  ['scheduling.k8s.io', 16_600, { v1: 15, v1beta1: 9, v1alpha2: 3, v1alpha1: 1 }],
  ['coordination.k8s.io', 16_500, { v1: 15, v1beta1: 13, v1alpha2: 12 }],
  ['node.k8s.io', 16_300, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  ['discovery.k8s.io', 16_200, { v1: 15, v1beta1: 12 }],
  ['resource.k8s.io', 16_200, { v1: 21, v1beta2: 15, v1beta1: 9, v1alpha3: 1 }],
  ['flowcontrol.apiserver.k8s.io', 16_100, { v1: 21, v1beta3: 18, v1beta2: 15, v1beta1: 12, v1alpha1: 9 }],
  ['internal.apiserver.k8s.io', 16_000, { v1alpha1: 9 }],
  ['storagemigration.k8s.io', 15_800, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
];

export interface LocalVersion extends Priorities {
  readonly group: string;
  readonly version: string;
}

/** The group versions that servers of the chain may have built in; only these are registered automatically. */
export function* builtInVersions(): IterableIterator<LocalVersion> {
  for (const [group, groupPriority, versions] of groups) {
    for (const [version, versionPriority] of Object.entries(versions)) {
      yield { group, version, groupPriority, versionPriority };
    }
  }
}
