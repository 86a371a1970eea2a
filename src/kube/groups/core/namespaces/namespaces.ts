import {
  type DeleteOptions,
  formatTime,
  type JsonObject,
  metadataOf,
  mutableMetadataOf,
} from '../../../../apimachinery/meta/index.js';
import { nameIsDnsLabel } from '../../../../apimachinery/validation/index.js';
import {
  defineResource,
  deletionFinalizers,
  preconditionCheck,
  type Strategy,
} from '../../../../server/registry/index.js';
import { listIn, objectIn, textIn } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { validateFinalizing, validateNamespace, validateNamespaceStatus } from './validation.js';

/** Finalizer in the spec that protects the content of a namespace. */
const contentFinalizer = 'kubernetes';
/** Label for selecting namespaces by name, such as in network policies. */
const nameLabel = 'kubernetes.io/metadata.name';

const strategy: Strategy = {
  returnsDeletedObject: true,
  nameRule: nameIsDnsLabel,
  resetFields: ['status'],
  prepareForCreate(namespace) {
    const finalizers = listIn(objectIn(namespace['spec'])['finalizers']);
    namespace['spec'] = {
      finalizers: finalizers.includes(contentFinalizer) ? [...finalizers] : [...finalizers, contentFinalizer],
    };
    namespace['status'] = { phase: 'Active' };
  },
  prepareForUpdate({ object, old }) {
    object['spec'] = objectIn(old['spec']);
    object['status'] = objectIn(old['status']);
  },
  canonicalize: labelWithName,
  validate: validateNamespace,
  checkPreconditions: preconditionCheck({ group: '', resource: 'namespaces' }),
  deletionOptions: ofThisOne,
  hold: holdContent,
  mayGo: ({ object }) => finalizersOf(object).length === 0,
};

const statusStrategy: Strategy = {
  ...strategy,
  resetFields: ['spec'],
  prepareForUpdate({ object, old }) {
    object['spec'] = objectIn(old['spec']);
  },
  validateUpdate: validateNamespaceStatus,
};

/**
 * The namespace controller removes its finalizer through this subresource; removing the last one deletes the namespace.
 */
const finalizeStrategy: Strategy = {
  ...strategy,
  resetFields: ['status'],
  prepareForUpdate({ object, old }) {
    object['status'] = objectIn(old['status']);
  },
  validateUpdate: validateFinalizing,
};

export const namespaces = defineResource({
  kind: 'Namespace',
  plural: 'namespaces',
  shortNames: ['ns'],
  scope: 'Cluster',
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  versions: {
    v1: builtInVersion('v1', 'Namespace', {
      columns: [nameColumn, textColumn('Status', ({ status }) => textIn(objectIn(status)['phase'])), ageColumn],
      applyDefaults: (namespace) => {
        labelWithName(namespace);
        const status = objectIn(namespace['status']);
        namespace['status'] = { ...status, phase: status['phase'] ?? 'Active' };
      },
    }),
  },
  strategy,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: statusStrategy } },
  partials: { finalize: { verbs: ['update'], strategy: finalizeStrategy } },
  selectableFields: ['status.phase'],
});

function finalizersOf(namespace: JsonObject): readonly unknown[] {
  return listIn(objectIn(namespace['spec'])['finalizers']);
}

function labelWithName(namespace: JsonObject): void {
  const metadata = mutableMetadataOf(namespace);
  const name = textIn(metadata['name']);
  if (name !== '') metadata['labels'] = { ...objectIn(metadata['labels']), [nameLabel]: name };
}

/** Adds a uid precondition, so that a recreated namespace with the same name is not deleted. */
function ofThisOne(namespace: JsonObject, options: DeleteOptions): DeleteOptions {
  const { uid } = metadataOf(namespace);
  return { ...options, preconditions: { ...(uid && { uid }), ...options.preconditions } };
}

/** The first delete marks the namespace as terminating. Later ones remove it once its finalizers are gone. */
function holdContent(
  namespace: JsonObject,
  { options, now }: { readonly options: DeleteOptions; readonly now: number },
): JsonObject | undefined {
  const { finalizers, ...metadata } = mutableMetadataOf(namespace);
  if (metadata['deletionTimestamp']) return finalizersOf(namespace).length > 0 ? namespace : undefined;
  const held = deletionFinalizers(listIn(finalizers) as string[], options);
  return {
    ...namespace,
    metadata: {
      ...metadata,
      ...(held.length > 0 && { finalizers: held }),
      deletionTimestamp: formatTime(now),
    },
    status: { ...objectIn(namespace['status']), phase: 'Terminating' },
  };
}
