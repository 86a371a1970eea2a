// Follows plugin/pkg/admission/noderestriction/admission.go (v1.36)

import type { TokenRequest } from '../../../api/authentication/v1.js';
import type { Pod } from '../../../api/core/v1.js';
import { goQuote } from '../../../apimachinery/meta/index.js';
import { statusOf } from '../../../apimachinery/status/index.js';
import { resourceAccess } from '../../../server/authorization/index.js';
import { hasAudience } from './audiences.js';
import type { NodeRequest } from './node-request.js';

/** Restricts nodes to tokens bound to pods that run on them, for audiences which these pods use. */
export function checkAccount(request: NodeRequest): Promise<void> | void {
  const { operation, attributes } = request.request;
  if (operation === 'CREATE' && attributes.subresource === 'token') return checkToken(request);
}

async function checkToken(request: NodeRequest): Promise<void> {
  const { boundObjectRef, audiences } = (request.object as TokenRequest).spec ?? {};
  const { apiVersion, kind, name, uid } = boundObjectRef ?? {};
  if (apiVersion !== 'v1' || kind !== 'Pod' || !name) {
    throw request.refused('node requested token not bound to a pod');
  }
  if (!uid) throw request.refused('node requested token with a pod binding without a uid');
  const pod = await request.pod(name);
  if (uid !== pod.metadata.uid) {
    const mismatch = 'does not match the UID in record. The object might have been deleted and then recreated';
    throw request.refused(`the UID in the bound object reference (${uid}) ${mismatch}`);
  }
  if (pod.spec?.nodeName !== request.node) {
    throw request.refused('node requested token bound to a pod scheduled on a different node');
  }
  if (!request.features.isEnabled('ServiceAccountNodeAudienceRestriction')) return;
  const [audience = '', ...others] = audiences ?? [];
  if (others.length > 0) throw request.refused('node may only request 0 or 1 audiences');
  await checkAudience(request, pod, audience);
}

async function checkAudience(request: NodeRequest, pod: Pod, audience: string): Promise<void> {
  if (await isWanted(request, pod, audience)) return;
  const { user, attributes } = request.request;
  const access = resourceAccess({
    verb: 'request-serviceaccounts-token-audience',
    apiVersion: 'v1',
    resource: audience,
    namespace: attributes.namespace,
    name: attributes.name,
  });
  const { decision } = await request.authorizer.authorize(user, access);
  if (decision === 'allow') return;
  const problem = `${user.name} is not authorized to request tokens for this audience`;
  throw request.refused(`audience ${goQuote(audience)} not found in pod spec volume, ${problem}`);
}

async function isWanted(request: NodeRequest, pod: Pod, audience: string): Promise<boolean> {
  try {
    return await hasAudience(request, pod, audience);
  } catch (error) {
    throw request.refused(`error validating audience ${goQuote(audience)}: ${statusOf(error).message ?? ''}`);
  }
}
