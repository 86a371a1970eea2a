// Follows pkg/controlplane/import_known_versions.go (v1.36)

import {
  compareVersions,
  formatGroupVersion,
  type GroupKind,
  type GroupVersion,
  parseGroupVersion,
} from '../../apimachinery/meta/index.js';
import { internalType, type KnownKinds } from '../../server/index.js';
import { packageFacts, packageNames } from './facts.js';
import { isPackageVersion, typeOfKind } from './kinds.js';

/**
 * Kinds of versions that are not served, or not any more, but still recognized in requests. Each has a list kind,
 * except those after `|`.
 */
const formerKinds: Readonly<Record<string, string>> = {
  'admission.k8s.io/v1': '|AdmissionReview',
  'admission.k8s.io/v1beta1': '|AdmissionReview',
  'apps/v1beta1': 'Deployment StatefulSet ControllerRevision|DeploymentRollback Scale',
  'apps/v1beta2': 'Deployment StatefulSet DaemonSet ReplicaSet ControllerRevision|Scale',
  'authentication.k8s.io/v1alpha1': '|SelfSubjectReview',
  'authentication.k8s.io/v1beta1': '|SelfSubjectReview TokenReview',
  'authorization.k8s.io/v1beta1':
    '|SelfSubjectRulesReview SelfSubjectAccessReview SubjectAccessReview LocalSubjectAccessReview',
  'batch/v1beta1': 'CronJob',
  'discovery.k8s.io/v1beta1': 'EndpointSlice',
  'events.k8s.io/v1beta1': 'Event',
  'extensions/v1beta1': 'Deployment DaemonSet ReplicaSet Ingress NetworkPolicy|DeploymentRollback Scale',
  'flowcontrol.apiserver.k8s.io/v1beta1': 'FlowSchema PriorityLevelConfiguration',
  'flowcontrol.apiserver.k8s.io/v1beta2': 'FlowSchema PriorityLevelConfiguration',
  'flowcontrol.apiserver.k8s.io/v1beta3': 'FlowSchema PriorityLevelConfiguration',
  'imagepolicy.k8s.io/v1alpha1': '|ImageReview',
  'networking.k8s.io/v1beta1': 'Ingress IngressClass IPAddress ServiceCIDR',
  'node.k8s.io/v1alpha1': 'RuntimeClass',
  'node.k8s.io/v1beta1': 'RuntimeClass',
  'policy/v1beta1': 'PodDisruptionBudget|Eviction',
  'rbac.authorization.k8s.io/v1alpha1': 'Role RoleBinding ClusterRole ClusterRoleBinding',
  'rbac.authorization.k8s.io/v1beta1': 'Role RoleBinding ClusterRole ClusterRoleBinding',
  'scheduling.k8s.io/v1beta1': 'PriorityClass',
  'storage.k8s.io/v1alpha1': 'VolumeAttachment CSIStorageCapacity VolumeAttributesClass',
};

/** Groups of the other servers in the chain, and of types outside kube-apiserver's groups. */
const foreignGroups = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io', 'apidiscovery.k8s.io', 'meta.k8s.io']);

/** Go packages of the groups whose package is not named after the group. */
const packages = new Map([
  ['events.k8s.io', 'core'],
  ['internal.apiserver.k8s.io', 'apiserverinternal'],
]);

/** Versions that are registered in the schemes of kube-apiserver's other servers, and not served. */
const otherVersions = ['apiextensions.k8s.io/v1beta1', 'apiregistration.k8s.io/v1beta1'];

/** All group versions registered in the schemes of kube-apiserver. */
export function registeredVersions(): GroupVersion[] {
  const served = packageNames.map(packageFacts).filter(({ name }) => name.includes('/') && !noVersions.has(name));
  const former = [...Object.keys(formerKinds), ...otherVersions].map(parseGroupVersion);
  return [...served.map(({ group, version }) => ({ group, version })), ...former];
}

/** Packages whose kinds are not in a group version of their own. */
const noVersions = new Set(['meta/v1', 'apidiscovery/v2']);

/** All kinds registered in kube-apiserver's scheme. */
export const registeredKinds: KnownKinds = {
  schemeName: 'pkg/api/legacyscheme/scheme.go:30',
  internalTypeOf(apiVersion, kind) {
    const { group } = parseGroupVersion(apiVersion);
    if (foreignGroups.has(group) || !isKnown(apiVersion, kind)) return undefined;
    return internalType({ group: groupWithin(group, kind), kind }, registeredKinds);
  },
  packageOf: (group) => packages.get(group),
};

/** The versions of its group in which a kind is registered, preferred ones first. */
export function registeredVersionsOf({ group, kind }: GroupKind): readonly string[] {
  const ofGroup = registeredVersions().filter((version) => version.group === group);
  const known = ofGroup.filter((version) => foreignGroups.has(group) || isKnown(formatGroupVersion(version), kind));
  return [...new Set(known.map(({ version }) => version))].sort(compareVersions);
}

function isKnown(apiVersion: string, kind: string): boolean {
  const former = formerKinds[apiVersion];
  if (kind === '') return former !== undefined || isPackageVersion(apiVersion);
  if (typeOfKind(apiVersion, kind) !== undefined) return true;
  const [listed = '', others = ''] = former?.split('|') ?? [];
  return `${listed} ${others}`.split(' ').includes(kind) || listed.split(' ').includes(kind.replace(/List$/, ''));
}

/** Returns the internal group of a kind. */
function groupWithin(group: string, kind: string): string {
  if (kind === 'Scale') return 'autoscaling';
  if (group !== 'extensions') return group;
  return kind.startsWith('Ingress') || kind.startsWith('NetworkPolicy') ? 'networking.k8s.io' : 'apps';
}
