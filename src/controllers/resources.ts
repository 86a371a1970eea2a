import type { GroupVersionResource } from '../apimachinery/meta/index.js';

export const configMaps = core('configmaps');
export const endpoints = core('endpoints');
export const events = core('events');
export const nodes = core('nodes');
export const namespaces = core('namespaces');
export const persistentVolumeClaims = core('persistentvolumeclaims');
export const persistentVolumes = core('persistentvolumes');
export const pods = core('pods');
export const replicationControllers = core('replicationcontrollers');
export const resourceQuotas = core('resourcequotas');
export const secrets = core('secrets');
export const serviceAccounts = core('serviceaccounts');
export const services = core('services');
export const controllerRevisions = apps('controllerrevisions');
export const daemonSets = apps('daemonsets');
export const deployments = apps('deployments');
export const replicaSets = apps('replicasets');
export const statefulSets = apps('statefulsets');
export const jobs: GroupVersionResource = { group: 'batch', version: 'v1', resource: 'jobs' };
export const endpointSlices: GroupVersionResource = {
  group: 'discovery.k8s.io',
  version: 'v1',
  resource: 'endpointslices',
};
export const podDisruptionBudgets: GroupVersionResource = {
  group: 'policy',
  version: 'v1',
  resource: 'poddisruptionbudgets',
};
export const seriesEvents: GroupVersionResource = { group: 'events.k8s.io', version: 'v1', resource: 'events' };
export const leases: GroupVersionResource = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' };
export const ipAddresses: GroupVersionResource = {
  group: 'networking.k8s.io',
  version: 'v1',
  resource: 'ipaddresses',
};
export const serviceCidrs: GroupVersionResource = {
  group: 'networking.k8s.io',
  version: 'v1',
  resource: 'servicecidrs',
};
export const storageClasses: GroupVersionResource = {
  group: 'storage.k8s.io',
  version: 'v1',
  resource: 'storageclasses',
};
export const horizontalPodAutoscalers: GroupVersionResource = {
  group: 'autoscaling',
  version: 'v2',
  resource: 'horizontalpodautoscalers',
};
export const cronJobs: GroupVersionResource = { group: 'batch', version: 'v1', resource: 'cronjobs' };
export const clusterRoles: GroupVersionResource = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  resource: 'clusterroles',
};
export const customResourceDefinitions: GroupVersionResource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
};
export const apiServices: GroupVersionResource = {
  group: 'apiregistration.k8s.io',
  version: 'v1',
  resource: 'apiservices',
};

export const certificateSigningRequests: GroupVersionResource = {
  group: 'certificates.k8s.io',
  version: 'v1',
  resource: 'certificatesigningrequests',
};
export const deviceClasses: GroupVersionResource = {
  group: 'resource.k8s.io',
  version: 'v1',
  resource: 'deviceclasses',
};
export const resourceClaims: GroupVersionResource = {
  group: 'resource.k8s.io',
  version: 'v1',
  resource: 'resourceclaims',
};
export const resourceClaimTemplates: GroupVersionResource = {
  group: 'resource.k8s.io',
  version: 'v1',
  resource: 'resourceclaimtemplates',
};
export const resourceSlices: GroupVersionResource = {
  group: 'resource.k8s.io',
  version: 'v1',
  resource: 'resourceslices',
};
export const subjectAccessReviews: GroupVersionResource = {
  group: 'authorization.k8s.io',
  version: 'v1',
  resource: 'subjectaccessreviews',
};
export const podGroups: GroupVersionResource = {
  group: 'scheduling.k8s.io',
  version: 'v1alpha2',
  resource: 'podgroups',
};
export const volumeAttributesClasses: GroupVersionResource = {
  group: 'storage.k8s.io',
  version: 'v1',
  resource: 'volumeattributesclasses',
};
export const validatingAdmissionPolicies: GroupVersionResource = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  resource: 'validatingadmissionpolicies',
};
export const storageVersions: GroupVersionResource = {
  group: 'internal.apiserver.k8s.io',
  version: 'v1alpha1',
  resource: 'storageversions',
};
export const storageVersionMigrations: GroupVersionResource = {
  group: 'storagemigration.k8s.io',
  version: 'v1beta1',
  resource: 'storageversionmigrations',
};

function apps(resource: string): GroupVersionResource {
  return { group: 'apps', version: 'v1', resource };
}

function core(resource: string): GroupVersionResource {
  return { group: '', version: 'v1', resource };
}
