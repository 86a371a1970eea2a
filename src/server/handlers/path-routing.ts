// Follows staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)

import { cborCodec, checkAccepted, checkSent } from '../../apimachinery/codec/index.js';
import { patchTypes, withCborApply } from '../../apimachinery/patch/index.js';
import { genericServerResponse } from '../../apimachinery/status/index.js';
import type { RequestRouting } from '../dialect/index.js';

const patchTypesWithCbor = withCborApply(patchTypes);
const collectionVerbs: ReadonlySet<string> = new Set(['create', 'list', 'watch', 'deletecollection']);
const allNamespacesVerbs: ReadonlySet<string> = new Set(['list', 'watch']);
/** The verbs of paths that name an object. */
export const objectVerbs: ReadonlySet<string> = new Set(['get', 'update', 'patch', 'delete', 'watch']);

/** Each path has its verbs and media types, as in a server whose routes are declared one by one. */
export const pathRouting: RequestRouting = {
  hasAllNamespacesPath: (_verb, verbs) => verbs.some((verb) => allNamespacesVerbs.has(verb)),
  fitsPath({ verb, namespace }, { isNamespaced, namesObject }) {
    if (namesObject) return objectVerbs.has(verb);
    const isWithinScope = !isNamespaced || namespace !== '';
    return (isWithinScope ? collectionVerbs : allNamespacesVerbs).has(verb);
  },
  moreMethods: [],
  checkMediaTypes(request, verb, codecs) {
    if (verb === 'patch') {
      checkSent(request.header('content-type'), codecs.find(cborCodec.mediaType) ? patchTypesWithCbor : patchTypes);
    }
    const isRead = verb === 'list' || verb === 'watch';
    checkAccepted(request.header('accept'), isRead ? codecs.allMediaTypes : codecs.mediaTypes);
  },
  notAllowed: () => genericServerResponse({ code: 405, method: '' }),
};
