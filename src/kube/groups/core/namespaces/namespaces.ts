// Follows pkg/registry/core/namespace/strategy.go (v1.36)
// Follows pkg/registry/core/namespace/storage/storage.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)
// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { Namespace } from '../../../../api/core/v1.js';
import { type DeleteOptions, formatTime } from '../../../../apimachinery/meta/index.js';
import {
  checkQualifiedName,
  type FieldError,
  FieldPath,
  nameIsDnsLabel,
} from '../../../../apimachinery/validation/index.js';
import {
  deletionFinalizers,
  preconditionCheck,
  type Strategy,
  type ValidationContext,
} from '../../../../server/registry/index.js';
import { builtInResource, objectVerbs } from '../../../built-in-resource.js';
import { eachItem } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { checkFinalizerName, updateValidation, validateMetadata, validateMetadataUpdate } from '../../../validation.js';

/** Finalizer in the spec that protects the content of a namespace. */
const contentFinalizer = 'kubernetes';
/** Label for selecting namespaces by name, such as in network policies. */
const nameLabel = 'kubernetes.io/metadata.name';

const strategy: Strategy<Namespace> = {
  returnsDeletedObject: 'unpublished',
  nameRule: nameIsDnsLabel,
  resetFields: ['status'],
  prepareForCreate(namespace) {
    const { finalizers = [] } = namespace.spec;
    namespace.spec = {
      finalizers: finalizers.includes(contentFinalizer) ? finalizers : [...finalizers, contentFinalizer],
    };
    namespace.status = { phase: 'Active' };
  },
  prepareForUpdate({ object, old }) {
    object.spec = old.spec;
    object.status = old.status;
  },
  canonicalize: labelWithName,
  validate: validateNamespace,
  validateUpdate: ({ object }, context) => [
    ...validateNamespace(object, context),
    ...validateMetadataUpdate(object, context),
  ],
  checkPreconditions: preconditionCheck({ group: '', resource: 'namespaces' }),
  deletionOptions: ofThisOne,
  deferDeletion: holdContent,
  shouldDeleteDuringUpdate: ({ object }) => !holdsContent(object),
};

const statusStrategy: Strategy<Namespace> = {
  ...strategy,
  resetFields: ['spec'],
  prepareForUpdate({ object, old }) {
    object.spec = old.spec;
  },
  validateUpdate: updateValidation(({ object }) => validatePhase(object)),
};

/**
 * The namespace controller removes its finalizer through this subresource; removing the last one deletes the namespace.
 */
const finalizeStrategy: Strategy<Namespace> = {
  ...strategy,
  resetFields: ['status'],
  prepareForUpdate({ object, old }) {
    object.status = old.status;
  },
  validateUpdate: updateValidation(({ object }) => eachItem(object.spec.finalizers, finalizersPath, finalizerErrors)),
};

export const namespaces = builtInResource<Namespace>('v1', 'Namespace', {
  plural: 'namespaces',
  shortNames: ['ns'],
  scope: 'Cluster',
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  columns: [nameColumn, textColumn('Status', 'status.phase', 'The status of the namespace'), ageColumn],
  applyDefaults: (namespace) => {
    labelWithName(namespace);
    namespace.status.phase ??= 'Active';
  },
  strategy,
  subresources: {
    status: { verbs: objectVerbs, strategy: statusStrategy },
    finalize: { verbs: ['update'], strategy: finalizeStrategy },
  },
  selectableFields: ['status.phase'],
});

function holdsContent({ spec }: Namespace): boolean {
  return (spec.finalizers ?? []).length > 0;
}

function labelWithName({ metadata }: Namespace): void {
  if (metadata.name) metadata.labels = { ...metadata.labels, [nameLabel]: metadata.name };
}

/** Adds a uid precondition, so that a recreated namespace with the same name is not deleted. */
function ofThisOne({ metadata: { uid } }: Namespace, options: DeleteOptions): DeleteOptions {
  return { ...options, preconditions: { ...(uid && { uid }), ...options.preconditions } };
}

/** The first delete marks the namespace as terminating. Later ones remove it once its finalizers are gone. */
function holdContent(
  namespace: Namespace,
  { options, now }: { readonly options: DeleteOptions; readonly now: number },
): Namespace | undefined {
  const { finalizers = [], ...metadata } = namespace.metadata;
  if (metadata.deletionTimestamp) return holdsContent(namespace) ? namespace : undefined;
  const held = deletionFinalizers(finalizers, options);
  return {
    ...namespace,
    metadata: {
      ...metadata,
      ...(held.length > 0 && { finalizers: [...held] }),
      deletionTimestamp: formatTime(now),
    },
    status: { ...namespace.status, phase: 'Terminating' },
  };
}

const finalizersPath = FieldPath.of('spec', 'finalizers');

function finalizerErrors(name: string, path: FieldPath): FieldError[] {
  return [...path.check(name, checkQualifiedName), ...path.check(name, checkFinalizerName)];
}

function validateNamespace(namespace: Namespace, context: ValidationContext): FieldError[] {
  const { finalizers = [] } = namespace.spec;
  return [
    ...validateMetadata(namespace, context),
    ...finalizers.flatMap((name) => finalizerErrors(name, finalizersPath)),
  ];
}

/** The phase must be Terminating if and only if the namespace is being deleted. */
function validatePhase({ metadata, status: { phase = '' } }: Namespace): FieldError[] {
  const isEnding = Boolean(metadata.deletionTimestamp);
  if (phase === (isEnding ? 'Terminating' : 'Active')) return [];
  const problem = isEnding
    ? "may only be 'Terminating' if `deletionTimestamp` is not empty"
    : "may only be 'Active' if `deletionTimestamp` is empty";
  return [FieldPath.of('status', 'Phase').invalid(phase, problem)];
}
