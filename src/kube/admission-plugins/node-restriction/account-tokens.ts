import { goQuote, type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import { statusOf } from '../../../apimachinery/status/index.js';
import { resourceAccess } from '../../../server/authorization/index.js';
import { listIn, objectIn, textIn } from '../../fields.js';
import { hasAudience } from './audiences.js';
import type { NodeRequest } from './node-request.js';
import { nodeNameOf } from './pods.js';

/** Restricts nodes to tokens bound to pods that run on them, for audiences which these pods use. */
export function checkAccount(request: NodeRequest): Promise<void> | void {
  const { operation, attributes } = request.request;
  if (operation === 'CREATE' && attributes.subresource === 'token') return checkToken(request);
}

async function checkToken(request: NodeRequest): Promise<void> {
  const { boundObjectRef, audiences } = objectIn(request.object['spec']);
  const { apiVersion, kind, name, uid } = objectIn(boundObjectRef);
  if (apiVersion !== 'v1' || kind !== 'Pod' || !name) {
    throw request.refused('node requested token not bound to a pod');
  }
  if (!uid) throw request.refused('node requested token with a pod binding without a uid');
  const pod = await request.pod(textIn(name));
  if (uid !== metadataOf(pod).uid) {
    const mismatch = 'does not match the UID in record. The object might have been deleted and then recreated';
    throw request.refused(`the UID in the bound object reference (${uid}) ${mismatch}`);
  }
  if (nodeNameOf(pod) !== request.node) {
    throw request.refused('node requested token bound to a pod scheduled on a different node');
  }
  const [audience = '', ...others] = listIn(audiences).map(textIn);
  if (others.length > 0) throw request.refused('node may only request 0 or 1 audiences');
  await checkAudience(request, pod, audience);
}

async function checkAudience(request: NodeRequest, pod: JsonObject, audience: string): Promise<void> {
  if (await isWanted(request, pod, audience)) return;
  const { user, attributes } = request.request;
  const asked = resourceAccess({
    verb: 'request-serviceaccounts-token-audience',
    apiVersion: 'v1',
    resource: audience,
    namespace: attributes.namespace,
    name: attributes.name,
  });
  const { decision } = await request.authorizer.authorize(user, asked);
  if (decision === 'allow') return;
  const problem = `${user.name} is not authorized to request tokens for this audience`;
  throw request.refused(`audience ${goQuote(audience)} not found in pod spec volume, ${problem}`);
}

async function isWanted(request: NodeRequest, pod: JsonObject, audience: string): Promise<boolean> {
  try {
    return await hasAudience(request, pod, audience);
  } catch (error) {
    throw request.refused(`error validating audience ${goQuote(audience)}: ${statusOf(error).message ?? ''}`);
  }
}
