// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/namer.go (v1.36)

import { type JsonObject, metadataOf, mutableMetadataOf } from '../../../apimachinery/meta/index.js';
import { badRequest } from '../../../apimachinery/status/index.js';
import { wrongNamespace } from '../../registry/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { nameless } from './decode-body.js';

/** Defaults the object's namespace to the one in the URL; throws if they differ. */
export function claimNamespace(object: JsonObject, { resource }: Endpoint, { info }: RequestContext): void {
  const metadata = mutableMetadataOf(object);
  if (!resource.isNamespaced) delete metadata['namespace'];
  else if (!metadata['namespace']) metadata['namespace'] = info.namespace;
  else if (metadata['namespace'] !== info.namespace) throw wrongNamespace();
}

/** Throws unless the object's name matches the one in the URL. */
export function checkName(object: JsonObject, { info: { name } }: RequestContext): void {
  const { name: sent = '' } = metadataOf(object);
  if (sent === '') throw nameless(name);
  if (sent !== name) {
    throw badRequest(`the name of the object (${sent}) does not match the name on the URL (${name})`);
  }
}

/** Clears the fields that clients cannot set on an object that does not exist yet. */
export function wipeSystemFields(object: JsonObject): void {
  const metadata = mutableMetadataOf(object);
  for (const field of ['creationTimestamp', 'uid', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink']) {
    delete metadata[field];
  }
}
