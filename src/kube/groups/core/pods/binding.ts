// Follows pkg/registry/core/pod/storage/storage.go (v1.36)
// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { Binding, ObjectReference, Pod } from '../../../../api/core/v1.js';
import { systemClock } from '../../../../apimachinery/clock/index.js';
import { conflict, errorWithoutReason, type StatusError } from '../../../../apimachinery/status/index.js';
import { aggregateMessage, type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../../server/feature-gates/index.js';
import type { ApiResponse } from '../../../../server/index.js';
import type {
  Connect,
  ConnectRequest,
  ResourceDefinition,
  ResourceStore,
  Stores,
} from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { validateRequired } from '../../../field-checks.js';
import { withPodCondition } from './pod-status.js';
import { createdStatus, readNamed, writeContextOf } from './subresource-request.js';

/** Binds a pod to a node; possible once. */
export const bindPod: Connect = async (request) => {
  const binding = await readNamed<Binding>(request, 'Binding');
  return bind(request, binding, request.store);
};

/** The `bindings` resource, which preceded the subresource of pods. */
export function bindings(stores: Stores): ResourceDefinition {
  return builtInResource<Binding>('v1', 'Binding', {
    plural: 'bindings',
    scope: 'Namespaced',
    verbs: ['create'],
    handlers: {
      create: async (request) => bind(request, (await request.read()) as Binding, stores.get('', 'pods')),
    },
  });
}

async function bind(request: ConnectRequest, binding: Binding, pods: ResourceStore): Promise<ApiResponse> {
  const errors = targetErrors(binding.target);
  if (errors.length > 0) throw errorWithoutReason(aggregateMessage(errors));
  const { context, version } = request;
  const dryRun = context.request.query.getAll('dryRun').length > 0;
  const ref = { namespace: context.info.namespace, name: binding.metadata.name ?? '' };
  await pods.update(writeContextOf(request, dryRun), ref, {
    version,
    strategy: {},
    change: async (pod) => assigned(pod as Pod, binding, pods.features),
  });
  return request.respond(201, createdStatus());
}

const groupResource = { group: '', resource: 'pods/binding' };

function targetErrors({ kind = '', name }: ObjectReference): FieldError[] {
  const path = FieldPath.of('target');
  return [
    ...(kind === '' || kind === 'Node' ? [] : [path.child('kind').notSupported(kind, ['Node', '<empty>'])]),
    ...validateRequired(name, path.child('name')),
  ];
}

/** Labels and annotations of the binding are copied to the pod. */
function assigned(pod: Pod, binding: Binding, features: FeatureGates): Pod {
  refuseUnassignable(pod, binding);
  const { annotations, labels } = binding.metadata;
  const metadata = { ...pod.metadata };
  if (annotations) metadata.annotations = { ...metadata.annotations, ...annotations };
  if (labels && features.isEnabled('PodTopologyLabelsAdmission')) metadata.labels = { ...metadata.labels, ...labels };
  const { nominatedNodeName, ...rest } = pod.status;
  const isKept = nominatedNodeName !== undefined && !features.isEnabled('ClearingNominatedNodeNameAfterBinding');
  const status = { ...rest, ...(isKept && { nominatedNodeName }) };
  return {
    ...pod,
    metadata,
    spec: { ...pod.spec, nodeName: binding.target.name ?? '' },
    status: withPodCondition(status, { type: 'PodScheduled', status: 'True' }, systemClock.now()),
  };
}

function refuseUnassignable(pod: Pod, binding: Binding): void {
  const { name = '', namespace = '', uid, resourceVersion, deletionTimestamp } = pod.metadata;
  const { uid: wantedUid, resourceVersion: wantedVersion } = binding.metadata;
  const { nodeName, schedulingGates = [] } = pod.spec;
  const refuse = (problem: string): StatusError => conflict(groupResource, name, problem);
  const isAnother = (what: string, wanted: string, found = ''): StatusError => {
    const problem = `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found}`;
    const place = `Key: /registry/pods/${namespace}/${name}, ResourceVersion: 0`;
    const text = `StorageError: invalid object, Code: 4, ${place}, AdditionalErrorMsg: ${problem}`;
    return conflict({ group: '', resource: 'pods' }, name, text);
  };
  if (wantedUid && wantedUid !== uid) throw isAnother('UID', wantedUid, uid);
  if (wantedVersion && wantedVersion !== resourceVersion) {
    throw isAnother('ResourceVersion', wantedVersion, resourceVersion);
  }
  if (deletionTimestamp) throw refuse(`pod ${name} is being deleted, cannot be assigned to a host`);
  if (nodeName) throw refuse(`pod ${name} is already assigned to node ${JSON.stringify(nodeName)}`);
  if (schedulingGates.length > 0) throw refuse(`pod ${name} has non-empty .spec.schedulingGates`);
}
