// Follows staging/src/k8s.io/apiserver/pkg/registry/generic/registry/corrupt_obj_deleter.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go (v1.36)

import { goQuote } from '../../../apimachinery/meta/index.js';
import { forbidden, invalid, type StatusError } from '../../../apimachinery/status/index.js';
import { FieldPath } from '../../../apimachinery/validation/index.js';
import { resourceAccess } from '../../authorization/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { unsafeOption } from '../input/request-options.js';

const verb = 'unsafe-delete-ignore-read-errors';

/** Deletes an object that cannot be read, without admission and whatever finalizers it has. */
export async function deleteUnreadable(endpoint: Endpoint, context: RequestContext): Promise<void> {
  context.record?.annotate('apiserver.k8s.io/unsafe-delete-ignore-read-error', '');
  await checkPermission(endpoint, context);
  const { groupResource } = endpoint.resource;
  const { namespace, name } = context.info;
  if (await endpoint.store.removeUnreadable({ namespace, name })) return;
  const misused = 'is exclusively used to delete corrupt object(s), try again by removing this option';
  throw invalid({ group: groupResource.group, kind: groupResource.resource }, name, [refused(misused)]);
}

/** Only single objects can be deleted so. */
export function unsafeCollection(): StatusError {
  const problem = 'is not allowed with DELETECOLLECTION, try again after removing the option';
  return invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', [refused(problem)]);
}

function refused(problem: string) {
  return FieldPath.of(unsafeOption).invalid(true, problem);
}

async function checkPermission({ authorizer, resource }: Endpoint, { user, info }: RequestContext): Promise<void> {
  const { apiGroup, apiVersion, resource: plural, namespace, name } = info;
  const access = resourceAccess({ verb, apiGroup, apiVersion, resource: plural, namespace, name });
  const { decision, reason = '' } = await authorizer.authorize(user, access);
  if (decision === 'allow') return;
  throw forbidden(resource.groupResource, name, `not permitted to do ${goQuote(verb)}, reason: ${reason}`);
}
