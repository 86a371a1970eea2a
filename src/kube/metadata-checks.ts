import type { GroupDefinition, MetadataChecks, ResourceDefinition, Strategy } from '../server/registry/index.js';

/**
 * How often validation of a kind checks the metadata on update, if not exactly once as an update; by `plural.group` and
 * subresource.
 */
const repetitions: Readonly<Record<string, Omit<MetadataChecks, 'finalizerRule'>>> = {
  'configmaps.': { asNew: 1, order: 'change first' },
  'endpoints.': { asNew: 1, order: 'metadata first' },
  'events.': { asChange: 0 },
  'limitranges.': { asNew: 1, asChange: 0 },
  'namespaces.': { asNew: 1 },
  'nodes.': { asNew: 1 },
  'persistentvolumeclaims.': { asNew: 1, order: 'metadata first' },
  'persistentvolumes.': { asNew: 2, asChange: 0 },
  'pods.': { asNew: 1, order: 'metadata first' },
  'pods./ephemeralcontainers': { asNew: 1 },
  'pods./resize': { asNew: 1 },
  'secrets.': { asNew: 1, order: 'change first' },
  'serviceaccounts.': { asNew: 1, order: 'metadata first' },
  'mutatingadmissionpolicies.admissionregistration.k8s.io': { asNew: 1, asChange: 0 },
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io': { asNew: 1, asChange: 0 },
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': { asNew: 1, asChange: 0 },
  'validatingadmissionpolicies.admissionregistration.k8s.io': { asNew: 1, asChange: 0 },
  'validatingadmissionpolicies.admissionregistration.k8s.io/status': { asChange: 0 },
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': { asNew: 1, asChange: 0 },
  'validatingwebhookconfigurations.admissionregistration.k8s.io': { asNew: 1, asChange: 0 },
  'controllerrevisions.apps': { asNew: 1, order: 'metadata first' },
  'cronjobs.batch/status': { asChange: 0 },
  'jobs.batch': { asNew: 1 },
  'certificatesigningrequests.certificates.k8s.io': { asNew: 1 },
  'certificatesigningrequests.certificates.k8s.io/approval': { asNew: 1 },
  'certificatesigningrequests.certificates.k8s.io/status': { asNew: 1 },
  'endpointslices.discovery.k8s.io': { asNew: 1, asChange: 0 },
  'flowschemas.flowcontrol.apiserver.k8s.io': { asNew: 1, asChange: 0 },
  'flowschemas.flowcontrol.apiserver.k8s.io/status': { asChange: 0 },
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': { asNew: 1, asChange: 0 },
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io/status': { asChange: 0 },
  'ingressclasses.networking.k8s.io': { asNew: 1, order: 'change first' },
  'ingresses.networking.k8s.io': { asNew: 1, order: 'metadata first' },
  'ipaddresses.networking.k8s.io': { asNew: 1 },
  'runtimeclasses.node.k8s.io': { asNew: 1 },
  'poddisruptionbudgets.policy': { asChange: 0 },
  'poddisruptionbudgets.policy/status': { asChange: 0 },
  'clusterrolebindings.rbac.authorization.k8s.io': { asNew: 1 },
  'clusterroles.rbac.authorization.k8s.io': { asNew: 1 },
  'rolebindings.rbac.authorization.k8s.io': { asNew: 1 },
  'roles.rbac.authorization.k8s.io': { asNew: 1 },
  'deviceclasses.resource.k8s.io': { asNew: 1 },
  'resourceclaims.resource.k8s.io': { asNew: 1 },
  'resourceclaimtemplates.resource.k8s.io': { asNew: 1 },
  'csinodes.storage.k8s.io': { asNew: 1, asChange: 0 },
  'csistoragecapacities.storage.k8s.io': { asNew: 1 },
  'storageclasses.storage.k8s.io': { asNew: 1 },
  'volumeattachments.storage.k8s.io': { asNew: 1, asChange: 0 },
  'volumeattributesclasses.storage.k8s.io': { asNew: 1, order: 'change first' },
};

/** Groups, and one core kind, that accept finalizers of any name. */
const freeGroups = ['admissionregistration.k8s.io', 'coordination.k8s.io', 'node.k8s.io', 'policy'];
const standardFinalizers = ['kubernetes', 'orphan', 'foregroundDeletion'];

/** A finalizer must be a standard one or be qualified with a domain. */
export function checkFinalizerName(name: string): readonly string[] {
  if (name.includes('/') || standardFinalizers.includes(name)) return [];
  return ['name is neither a standard finalizer name nor is it fully qualified'];
}

/** Returns the group with the metadata rules of each kind. */
export function withMetadataChecks(group: GroupDefinition): GroupDefinition {
  return { ...group, resources: group.resources.map((definition) => withChecks(definition, group.name)) };
}

function withChecks(definition: ResourceDefinition, group: string): ResourceDefinition {
  const { plural, strategy = {}, subresources, partials } = definition;
  const kind = `${plural}.${group}`;
  const isFree = freeGroups.includes(group) || kind === 'events.';
  const check = (of: Strategy, subresource = ''): Strategy => ({
    ...of,
    metadataChecks: {
      ...repetitions[kind + subresource],
      ...(!isFree && { finalizerRule: checkFinalizerName }),
    },
  });
  const status = subresources?.status;
  return {
    ...definition,
    strategy: check(strategy),
    ...(status && {
      subresources: { ...subresources, status: { ...status, strategy: check(status.strategy ?? {}, '/status') } },
    }),
    ...(partials && { partials: mapPartials(partials, check) }),
  };
}

type Partials = NonNullable<ResourceDefinition['partials']>;

function mapPartials(partials: Partials, check: (of: Strategy, subresource: string) => Strategy): Partials {
  return Object.fromEntries(
    Object.entries(partials).map(([name, partial]) => [
      name,
      { ...partial, strategy: check(partial.strategy ?? {}, `/${name}`) },
    ]),
  );
}
