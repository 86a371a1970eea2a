// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (v1.36)

import { badRequest, methodNotSupported } from '../../apimachinery/status/index.js';
import type { RequestRouting } from '../../server/dialect/index.js';

/**
 * Upstream dispatches the requests of custom resources by verb only: no route declares methods or media types, and an
 * extra name in the path is ignored.
 */
export const verbRouting: RequestRouting = {
  hasAllNamespacesPath: (verb) => verb === 'list' || verb === 'watch',
  fitsPath({ name, verb }) {
    if (name === '' && (verb === 'update' || verb === 'patch')) throw badRequest('name must be provided');
    return true;
  },
  moreMethods: ['HEAD'],
  checkMediaTypes: () => undefined,
  notAllowed: methodNotSupported,
};
