// Follows pkg/controller/replicaset/replica_set.go (v1.36)
// Follows pkg/controller/replication/conversion.go (v1.36)

import type { ReplicaSet, ReplicaSetStatus } from '../../api/apps/v1.js';
import type { PodTemplateSpec, ReplicationController } from '../../api/core/v1.js';
import type { ObjectMeta } from '../../api/meta/v1.js';
import type { GroupVersionResource } from '../../apimachinery/meta/index.js';
import { type LabelSelector, labelSelectorFromSpec } from '../../apimachinery/selectors/index.js';
import { replicaSets, replicationControllers } from '../resources.js';

/** What replica sets and replication controllers have in common. */
export interface Replicated {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec: { readonly replicas?: number; readonly minReadySeconds?: number };
  readonly status: ReplicaSetStatus;
}

/** What differs between them. */
export interface ReplicatedKind<Item extends Replicated> {
  readonly name: string;
  /** The component of its events. */
  readonly component: string;
  readonly kind: string;
  readonly resource: GroupVersionResource;
  readonly countsTerminating: boolean;
  selectorOf(item: Item): LabelSelector;
  templateOf(item: Item): PodTemplateSpec;
}

export const replicaSetKind: ReplicatedKind<ReplicaSet> = {
  name: 'replicaset-controller',
  component: 'replicaset-controller',
  kind: 'ReplicaSet',
  resource: replicaSets,
  countsTerminating: true,
  selectorOf: ({ spec }) => labelSelectorFromSpec(spec.selector),
  templateOf: ({ spec }) => spec.template,
};

export const replicationControllerKind: ReplicatedKind<ReplicationController> = {
  name: 'replicationcontroller-controller',
  component: 'replication-controller',
  kind: 'ReplicationController',
  resource: replicationControllers,
  countsTerminating: false,
  selectorOf: ({ spec }) => labelSelectorFromSpec({ matchLabels: spec.selector ?? {} }),
  templateOf: ({ spec }) => spec.template ?? { metadata: {}, spec: { containers: [] } },
};
