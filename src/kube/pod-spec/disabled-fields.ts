// Follows pkg/api/pod/util.go (v1.36)

import type { Container, PodSpec } from '../../api/core/v1.js';
import { FieldPath } from '../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../server/feature-gates/index.js';
import { placedContainers } from './pod.js';

/** Fields that exist only with a feature gate. */
interface GatedFields {
  readonly isUsed: (spec: PodSpec) => boolean;
  readonly drop: (spec: PodSpec) => void;
}

export interface PodFieldsContext {
  readonly features: FeatureGates;
  /** The spec before an update: fields that it uses may stay. */
  readonly old?: PodSpec | undefined;
}

/** Drops the fields of disabled feature gates, unless the old spec uses them already. */
export function dropDisabledFields(spec: PodSpec, { features, old }: PodFieldsContext): void {
  const dropUnless = (isEnabled: boolean, { isUsed, drop }: GatedFields): void => {
    if (!isEnabled && !(old && isUsed(old))) drop(spec);
  };
  dropUnless(features.isEnabled('PodLevelResources'), podLevelResources);
  dropUnless(features.isEnabled('MatchLabelKeysInPodTopologySpread'), spreadLabelKeys);
  dropUnless(features.isEnabled('ClusterTrustBundleProjection'), projectionOf('clusterTrustBundle'));
  dropUnless(features.isEnabled('PodCertificateRequest'), projectionOf('podCertificate'));
  dropUnless(features.isEnabled('GenericWorkload'), fieldOf('schedulingGroup'));
  dropUnless(features.isEnabled('ContainerRestartRules'), restartRules);
  dropUnless(features.isEnabled('HostnameOverride'), fieldOf('hostnameOverride'));
  dropUnless(features.isEnabled('EnvFiles'), fileKeys);
  dropUnless(features.isEnabled('ContainerStopSignals'), stopSignals);
}

const podLevelResources: GatedFields = {
  isUsed: ({ resources }) =>
    [resources?.requests, resources?.limits].some((list) => Object.keys(list ?? {}).length > 0),
  drop(spec) {
    delete spec.resources;
  },
};

const spreadLabelKeys: GatedFields = {
  isUsed: (spec) => (spec.topologySpreadConstraints ?? []).some(({ matchLabelKeys }) => !isEmpty(matchLabelKeys)),
  drop(spec) {
    for (const constraint of spec.topologySpreadConstraints ?? []) delete constraint.matchLabelKeys;
  },
};

const restartRules: GatedFields = {
  isUsed: ({ initContainers, containers }) =>
    (initContainers ?? []).some((one) => !isEmpty(one.restartPolicyRules) || !hasPlainPolicy(one)) ||
    (containers ?? []).some(({ restartPolicy }) => isSet(restartPolicy)),
  drop({ initContainers, containers, ephemeralContainers }) {
    for (const container of initContainers ?? []) {
      if (!hasPlainPolicy(container)) delete container.restartPolicy;
      delete container.restartPolicyRules;
    }
    for (const container of [...(containers ?? []), ...(ephemeralContainers ?? [])]) {
      delete container.restartPolicy;
      delete container.restartPolicyRules;
    }
  },
};

const fileKeys: GatedFields = {
  isUsed: (spec) => variablesOf(spec).some(({ valueFrom }) => isSet(valueFrom?.fileKeyRef)),
  drop(spec) {
    for (const { valueFrom } of variablesOf(spec)) delete valueFrom?.fileKeyRef;
  },
};

const stopSignals: GatedFields = {
  isUsed: (spec) => containersOf(spec).some(({ lifecycle }) => isSet(lifecycle?.stopSignal)),
  drop(spec) {
    for (const container of containersOf(spec)) {
      if (!isSet(container.lifecycle?.stopSignal)) continue;
      delete container.lifecycle!.stopSignal;
      if (Object.keys(container.lifecycle!).length === 0) delete container.lifecycle;
    }
  },
};

function fieldOf(name: 'schedulingGroup' | 'hostnameOverride'): GatedFields {
  return {
    isUsed: (spec) => isSet(spec[name]),
    drop(spec) {
      delete spec[name];
    },
  };
}

function projectionOf(name: 'clusterTrustBundle' | 'podCertificate'): GatedFields {
  const sourcesOf = ({ volumes }: PodSpec) => (volumes ?? []).flatMap(({ projected }) => projected?.sources ?? []);
  return {
    isUsed: (spec) => sourcesOf(spec).some((source) => isSet(source[name])),
    drop(spec) {
      for (const source of sourcesOf(spec)) delete source[name];
    },
  };
}

function containersOf(spec: PodSpec): Container[] {
  return placedContainers(spec, FieldPath.root).map(({ container }) => container);
}

function variablesOf(spec: PodSpec) {
  return containersOf(spec).flatMap(({ env }) => env ?? []);
}

/** The only restart policy of init containers that needs no rules. */
function hasPlainPolicy({ restartPolicy }: Container): boolean {
  return !isSet(restartPolicy) || restartPolicy === 'Always';
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isEmpty(list: readonly unknown[] | null | undefined): boolean {
  return (list?.length ?? 0) === 0;
}
