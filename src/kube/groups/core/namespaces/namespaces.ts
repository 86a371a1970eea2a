import { formatTime, type JsonObject, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { nameIsDnsLabel } from '../../../../apimachinery/validation/index.js';
import { defineResource, type Strategy } from '../../../../server/registry/index.js';
import { listIn, objectIn, textIn } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { validateFinalizing, validateNamespace, validateNamespaceStatus } from './validation.js';

/** The finalizer of a namespace's content, in its spec. */
const contentFinalizer = 'kubernetes';
/** By which network policies and others select namespaces. */
const nameLabel = 'kubernetes.io/metadata.name';

const strategy: Strategy = {
  returnsDeletedObject: true,
  nameRule: nameIsDnsLabel,
  resetFields: ['spec', 'status'],
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

/** What deletes the content of namespaces takes its finalizer away here; the last one to go lets the namespace go. */
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
      applyDefaults: labelWithName,
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

/** A namespace with content is told to end, and goes when its content is gone. */
function holdContent(namespace: JsonObject, { now }: { readonly now: number }): JsonObject | undefined {
  const metadata = mutableMetadataOf(namespace);
  if (finalizersOf(namespace).length === 0) return undefined;
  if (metadata['deletionTimestamp']) return namespace;
  return {
    ...namespace,
    metadata: { ...metadata, deletionTimestamp: formatTime(now) },
    status: { ...objectIn(namespace['status']), phase: 'Terminating' },
  };
}
