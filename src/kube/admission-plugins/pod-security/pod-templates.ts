// Follows staging/src/k8s.io/pod-security-admission/admission/admission.go (v1.36)

import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '../../../api/apps/v1.js';
import type { CronJob, Job } from '../../../api/batch/v1.js';
import type { PodTemplate, PodTemplateSpec, ReplicationController } from '../../../api/core/v1.js';
import type { JsonObject } from '../../../apimachinery/meta/index.js';

type Workload = DaemonSet | Deployment | ReplicaSet | StatefulSet | ReplicationController | Job;

const inSpec = (object: JsonObject) => (object as Workload).spec?.template;

/** How to get the pod template of workload kinds, by group and resource. */
const templates: Readonly<
  Record<string, Readonly<Record<string, (object: JsonObject) => PodTemplateSpec | undefined>>>
> = {
  '': {
    replicationcontrollers: inSpec,
    podtemplates: (object) => (object as PodTemplate).template,
  },
  apps: { deployments: inSpec, replicasets: inSpec, statefulsets: inSpec, daemonsets: inSpec },
  batch: { jobs: inSpec, cronjobs: (object) => (object as CronJob).spec?.jobTemplate.spec?.template },
};

interface Place {
  readonly group: string;
  readonly resource: string;
}

export function makesPods({ group, resource }: Place): boolean {
  return Object.hasOwn(templates, group) && Object.hasOwn(templates[group]!, resource);
}

/** Returns the pod template of a workload; undefined if it has none. */
export function templateOf(object: JsonObject, { group, resource }: Place): PodTemplateSpec | undefined {
  return templates[group]?.[resource]?.(object);
}
