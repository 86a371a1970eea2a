// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/compile.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/condition.go (v1.36)

import type { JsonObject } from '../../../apimachinery/meta/index.js';
import type { EvaluationInput } from './evaluation.js';

/** The variable `request`. Empty fields are omitted, as in the JSON of an AdmissionRequest. */
export function requestValue({ request, kind, resource }: EvaluationInput): JsonObject {
  const { attributes, user } = request;
  const { subresource, name, namespace, operation, options, dryRun } = attributes;
  return {
    kind: { ...(kind ?? attributes.kind) },
    resource: { ...(resource ?? attributes.resource) },
    ...(subresource && { subResource: subresource }),
    requestKind: { ...attributes.kind },
    requestResource: { ...attributes.resource },
    ...(subresource && { requestSubResource: subresource }),
    ...(name && { name }),
    ...(namespace && { namespace }),
    operation,
    userInfo: {
      ...(user.name && { username: user.name }),
      ...(user.uid && { uid: user.uid }),
      ...(user.groups.length > 0 && { groups: [...user.groups] }),
      ...(user.extra && Object.keys(user.extra).length > 0 && { extra: { ...user.extra } as unknown as JsonObject }),
    },
    dryRun,
    options: Object.keys(options).length > 0 ? options : null,
  };
}

const shownMetadata = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'finalizers',
];

/** The variable `namespaceObject`. Only some metadata fields are visible; managedFields, for example, are not. */
export function namespaceValue(namespace: JsonObject | undefined): JsonObject | null {
  if (!namespace) return null;
  const { metadata, spec, status } = namespace;
  const shown = Object.entries((metadata ?? {}) as JsonObject).filter(([field]) => shownMetadata.includes(field));
  return { metadata: Object.fromEntries(shown), spec: spec ?? {}, status: status ?? {} };
}
