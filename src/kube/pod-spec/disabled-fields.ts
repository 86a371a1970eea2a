// Follows pkg/api/pod/util.go (v1.36)

import type { Container, PodSpec } from '../../api/core/v1.js';
import { isEmptyObject } from '../../apimachinery/meta/index.js';
import { FieldPath } from '../../apimachinery/validation/index.js';
import { dropDisabled } from '../feature-gates/index.js';
import { placedContainers } from './pod.js';

/** Drops the fields of disabled feature gates, unless the old spec uses them already. */
export const dropDisabledFields = dropDisabled<PodSpec>([
  {
    gates: ['PodLevelResources'],
    fields: ['resources'],
    isUsed: ({ resources }) => [resources?.requests, resources?.limits].some((list) => !isEmptyObject(list ?? {})),
  },
  { gates: ['MatchLabelKeysInPodTopologySpread'], fields: ['topologySpreadConstraints[].matchLabelKeys'] },
  { gates: ['ClusterTrustBundleProjection'], fields: ['volumes[].projected.sources[].clusterTrustBundle'] },
  { gates: ['PodCertificateRequest'], fields: ['volumes[].projected.sources[].podCertificate'] },
  { gates: ['GenericWorkload'], fields: ['schedulingGroup'] },
  {
    gates: ['ContainerRestartRules'],
    fields: [],
    isUsed: ({ initContainers = [], containers }) =>
      initContainers.some((one) => (one.restartPolicyRules?.length ?? 0) > 0 || !hasPlainPolicy(one)) ||
      (containers ?? []).some(({ restartPolicy }) => restartPolicy !== undefined),
    drop: dropRestartRules,
  },
  { gates: ['HostnameOverride'], fields: ['hostnameOverride'] },
  { gates: ['EnvFiles'], fields: ofContainers('env[].valueFrom.fileKeyRef') },
  { gates: ['ContainerStopSignals'], fields: ofContainers('lifecycle.stopSignal'), drop: dropStopSignals },
]);

function ofContainers(field: string): string[] {
  return ['containers', 'initContainers', 'ephemeralContainers'].map((list) => `${list}[].${field}`);
}

function dropRestartRules({ initContainers = [], containers, ephemeralContainers = [] }: PodSpec): void {
  const others = [...(containers ?? []), ...ephemeralContainers];
  for (const container of [...others, ...initContainers.filter((one) => !hasPlainPolicy(one))]) {
    delete container.restartPolicy;
  }
  for (const container of [...others, ...initContainers]) delete container.restartPolicyRules;
}

/** The only restart policy of init containers that needs no rules. */
function hasPlainPolicy({ restartPolicy }: Container): boolean {
  return restartPolicy === undefined || restartPolicy === 'Always';
}

function dropStopSignals(spec: PodSpec): void {
  for (const { container } of placedContainers(spec, FieldPath.root)) {
    if (container.lifecycle?.stopSignal === undefined) continue;
    delete container.lifecycle.stopSignal;
    if (isEmptyObject(container.lifecycle)) delete container.lifecycle;
  }
}
