// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (v1.36)

import { cborCodec, resourceRestrictions, standardCodecs } from '../../apimachinery/codec/index.js';
import { StatusError } from '../../apimachinery/status/index.js';
import type { ObjectOutput } from '../../server/dialect/index.js';
import { mismatched } from '../../server/handlers/index.js';

/** Only metadata can be encoded as protobuf. List items have a type, and list metadata has `continue` even if empty. */
export const unstructuredOutput: ObjectOutput = {
  restrictions: resourceRestrictions({
    hasTable: true,
    plainMediaTypes: [...standardCodecs.mediaTypes, cborCodec.mediaType],
  }),
  listMetadata: (metadata) => ({ continue: '', ...metadata }),
  listItem: (object) => object,
  notAList: () => StatusError.of({ code: 500, reason: '', message: 'content is not a list' }),
  notAnObject: (requested) =>
    mismatched(`${requested}, but the requested object is a list (*unstructured.UnstructuredList)`),
};
