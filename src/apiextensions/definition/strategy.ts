// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/etcd.go (v1.36)

import {
  type DeleteOptions,
  formatTime,
  isBeingDeleted,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  metadataOf,
  mutableMetadataOf,
} from '../../apimachinery/meta/index.js';
import { incrementGeneration, preconditionCheck, type Strategy } from '../../server/registry/index.js';
import { setCondition } from './conditions.js';
import { asDefinition, cleanupFinalizer, type DefinitionStatus } from './custom-resource-definition.js';
import { storageVersionName } from './defaults.js';
import { emptyStatus } from './shape.js';
import { validateDefinition, validateDefinitionStatus, validateDefinitionUpdate } from './validate-definition.js';
import { formatWarnings } from './warnings.js';

/** Strategy of the main resource. */
export function definitionStrategy(): Strategy {
  return {
    allowUnconditionalUpdate: false,
    resetFields: ['status'],
    prepareForCreate(object) {
      object['status'] = structuredClone(emptyStatus);
      mutableMetadataOf(object)['generation'] = 1;
      rememberStorageVersion(object);
    },
    prepareForUpdate({ object, old }) {
      object['status'] = { ...(old['status'] as JsonObject) };
      if (!jsonEqual(object['spec'], old['spec'])) incrementGeneration({ object, old });
      rememberStorageVersion(object);
    },
    validate: (object, context) => [...context.validateMetadata(), ...validateDefinition(asDefinition(object))],
    validateUpdate: ({ object, old }, context) => [
      ...context.validateMetadataUpdate(),
      ...validateDefinitionUpdate(asDefinition(object), asDefinition(old)),
    ],
    warningsOnCreate: (object) => formatWarnings(asDefinition(object)),
    warningsOnUpdate: ({ object, old }) => formatWarnings(asDefinition(object), asDefinition(old)),
    checkPreconditions: preconditionCheck({ group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' }),
    deferDeletion: beginDeletion,
  };
}

/** Strategy of the status. It can change metadata too, as in Kubernetes. */
export function definitionStatusStrategy(): Strategy {
  return {
    allowUnconditionalUpdate: false,
    resetFields: ['spec'],
    prepareForUpdate({ object, old }) {
      object['spec'] = old['spec'] as JsonValue;
    },
    validateUpdate: ({ object }, context) => [
      ...context.validateMetadataUpdate(),
      ...validateDefinitionStatus(asDefinition(object)),
    ],
  };
}

/** Records the storage version in status.storedVersions as soon as the spec requests it. */
function rememberStorageVersion(object: JsonObject): void {
  const name = storageVersionName(object['spec'] as JsonObject);
  const status = object['status'] as JsonObject;
  const stored = (status['storedVersions'] ?? []) as string[];
  if (name !== undefined && !stored.includes(name)) status['storedVersions'] = [...stored, name];
}

/** The first delete request only marks a definition: its objects are deleted before it. */
function beginDeletion(
  live: JsonObject,
  { now }: { readonly options: DeleteOptions; readonly now: number },
): JsonObject | undefined {
  const metadata = metadataOf(live);
  if (isBeingDeleted(metadata)) return undefined;
  const finalizers = metadata.finalizers ?? [];
  const status = setCondition(
    asDefinition(live).status,
    {
      type: 'Terminating',
      status: 'True',
      reason: 'InstanceDeletionPending',
      message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
    },
    now,
  );
  return {
    ...live,
    metadata: {
      ...mutableMetadataOf(live),
      deletionTimestamp: formatTime(now),
      finalizers: finalizers.includes(cleanupFinalizer) ? [...finalizers] : [...finalizers, cleanupFinalizer],
    },
    status: status as DefinitionStatus & JsonObject,
  };
}
