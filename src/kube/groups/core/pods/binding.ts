import { systemClock } from '../../../../apimachinery/clock/index.js';
import { type JsonObject, metadataOf, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { conflict, type StatusError } from '../../../../apimachinery/status/index.js';
import {
  aggregateMessage,
  type FieldError,
  FieldPath,
  notSupported,
  required,
} from '../../../../apimachinery/validation/index.js';
import type { ApiResponse } from '../../../../server/index.js';
import {
  type Connect,
  type ConnectRequest,
  defineResource,
  type ResourceDefinition,
  type ResourceStore,
  unexplained,
} from '../../../../server/registry/index.js';
import { objectIn, textIn } from '../../../fields.js';
import { podSpecOf } from '../../../pod-spec/index.js';
import { builtInVersion } from '../../../types/index.js';
import { podStatusOf, withPodCondition } from './pod-status.js';
import { createdStatus, readNamed, writeContextOf } from './subresource-request.js';

/** Binds a pod to a node; possible once. */
export const bindPod: Connect = async (request) => {
  const binding = await readNamed(request, 'Binding');
  return bind(request, binding, request.store);
};

/** The `bindings` resource, which preceded the subresource of pods. */
export function bindings(pods: () => ResourceStore): ResourceDefinition {
  return defineResource({
    kind: 'Binding',
    plural: 'bindings',
    scope: 'Namespaced',
    verbs: ['create'],
    versions: { v1: builtInVersion('v1', 'Binding') },
    answers: { create: async (request) => bind(request, await request.read(), pods()) },
  });
}

async function bind(request: ConnectRequest, binding: JsonObject, pods: ResourceStore): Promise<ApiResponse> {
  const errors = targetErrors(objectIn(binding['target']));
  if (errors.length > 0) throw unexplained(aggregateMessage(errors));
  const { context, version } = request;
  const dryRun = context.request.query.getAll('dryRun').length > 0;
  const ref = { namespace: context.info.namespace, name: metadataOf(binding).name ?? '' };
  await pods.update(writeContextOf(request, dryRun), ref, {
    version,
    strategy: {},
    change: async (pod) => assigned(pod!, binding),
  });
  return request.respond(201, createdStatus());
}

const groupResource = { group: '', resource: 'pods/binding' };

function targetErrors(target: JsonObject): FieldError[] {
  const kind = textIn(target['kind']);
  const path = FieldPath.of('target');
  return [
    ...(kind === '' || kind === 'Node' ? [] : [notSupported(path.child('kind'), kind, ['Node', '<empty>'])]),
    ...(textIn(target['name']) === '' ? [required(path.child('name'), '')] : []),
  ];
}

/** Labels and annotations of the binding are copied to the pod. */
function assigned(pod: JsonObject, binding: JsonObject): JsonObject {
  refuseUnassignable(pod, binding);
  const nodeName = textIn(objectIn(binding['target'])['name']);
  const { annotations, labels } = mutableMetadataOf(binding);
  const metadata = { ...mutableMetadataOf(pod) };
  if (annotations) metadata['annotations'] = { ...objectIn(metadata['annotations']), ...objectIn(annotations) };
  if (labels) metadata['labels'] = { ...objectIn(metadata['labels']), ...objectIn(labels) };
  const { nominatedNodeName: _, ...status } = podStatusOf(pod);
  const scheduled = withPodCondition(status, { type: 'PodScheduled', status: 'True' }, systemClock.now());
  return {
    ...pod,
    metadata,
    spec: { ...objectIn(pod['spec']), nodeName },
    status: scheduled as unknown as JsonObject,
  };
}

function refuseUnassignable(pod: JsonObject, binding: JsonObject): void {
  const { name = '', namespace = '', uid, resourceVersion, deletionTimestamp } = metadataOf(pod);
  const { uid: wantedUid, resourceVersion: wantedVersion } = metadataOf(binding);
  const { nodeName, schedulingGates = [] } = podSpecOf(pod);
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
