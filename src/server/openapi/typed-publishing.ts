// Follows staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)

import type { DocumentStyle, Publishing, VerbShape } from '../dialect/index.js';
import { listOrWatchShape, shapes, watchShape } from './verb-shapes.js';

const allShapes: Readonly<Record<string, VerbShape>> = { ...shapes, watch: watchShape };

const streamTypes: Readonly<Record<string, string>> = {
  'application/json': 'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf': 'application/vnd.kubernetes.protobuf;stream=watch',
  'application/cbor': 'application/cbor-seq',
};

/** Documents that describe the group and its resources. */
export const typedDocuments: DocumentStyle = {
  precedence: 0,
  info: (own) => ({ ...own }),
  discoveryPaths: 'published',
  securitySchemes: 'published',
  commonKindsIn: (groupVersion) => [groupVersion],
  sharedSchemas: 'server',
};

/** All operations, in the media types of the server; those that may be watches also as streams. */
const typedPublishing: Publishing = {
  shapeOf: (verb, verbs) => (verb === 'list' && verbs.includes('watch') ? listOrWatchShape : allShapes[verb]),
  consumes: ['*/*'],
  produces(mediaTypes, gives) {
    const isStream = gives === 'list' || gives === 'watchEvent';
    return isStream ? [...mediaTypes, ...mediaTypes.flatMap((type) => streamTypes[type] ?? [])] : mediaTypes;
  },
  scaleKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
  documents: typedDocuments,
};

export function publishingOf({ dialect }: { readonly dialect: { readonly publishing?: Publishing } }): Publishing {
  return dialect.publishing ?? typedPublishing;
}
