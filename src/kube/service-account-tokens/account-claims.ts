import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import { refused } from '../../server/authentication/index.js';
import type { UserInfo } from '../../server/index.js';
import { objectIn, textIn } from '../fields.js';
import { accountUser, credentialIdKey } from './account-user.js';
import { type FindObject, isGoneSince } from './bound-objects.js';

export interface ClaimsCheck {
  readonly claims: JsonObject;
  readonly find: FindObject;
  readonly now: number;
}

/** By how much clocks may differ. */
const leewayMilliseconds = 60_000;
const invalidated = 'service account token has been invalidated';

/** The user that the claims of a token are for, if it is still valid. Throws `refused`. */
export async function checkAccountClaims(check: ClaimsCheck): Promise<UserInfo> {
  checkTimes(check);
  const { claims } = check;
  const own = objectIn(claims['kubernetes.io']);
  const namespace = textIn(own['namespace']);
  const account = refIn(own['serviceaccount']);
  const [pod, secret, node] = [own['pod'], own['secret'], own['node']].map((ref) => (ref ? refIn(ref) : undefined));
  await checkAccount(check, { namespace, ...account });
  if (secret) await checkBound(check, { ...secret, resource: 'secrets', kind: 'secret', namespace });
  if (pod) await checkBound(check, { ...pod, resource: 'pods', kind: 'pod', namespace });
  if (node && !pod) await checkBound(check, { ...node, resource: 'nodes', kind: 'node', namespace: '' });
  const jti = textIn(claims['jti']);
  return accountUser(
    { namespace, ...account },
    {
      ...(pod && { 'pod-name': pod.name, 'pod-uid': pod.uid }),
      ...(jti !== '' && { [credentialIdKey]: `JTI=${jti}` }),
      ...(node && { 'node-name': node.name, ...(node.uid !== '' && { 'node-uid': node.uid }) }),
    },
  );
}

interface Ref {
  readonly name: string;
  readonly uid: string;
}

function refIn(value: JsonObject[string] | undefined): Ref {
  const { name, uid } = objectIn(value);
  return { name: textIn(name), uid: textIn(uid) };
}

function checkTimes({ claims, now }: ClaimsCheck): void {
  const { exp, nbf, iat } = claims;
  const [earliest, latest] = [now + leewayMilliseconds, now - leewayMilliseconds];
  if (typeof nbf === 'number' && earliest < nbf * 1000) throw refused('service account token is not valid yet');
  if (typeof exp === 'number' && latest > exp * 1000) throw refused('service account token has expired');
  if (typeof iat === 'number' && earliest < iat * 1000) throw refused('service account token is issued in the future');
}

async function checkAccount(check: ClaimsCheck, account: Ref & { readonly namespace: string }): Promise<void> {
  const { namespace, name, uid } = account;
  const found = await check.find('serviceaccounts', { namespace, name });
  if (!found) throw refused(`serviceaccounts ${JSON.stringify(name)} not found`);
  const actual = metadataOf(found).uid ?? '';
  if (actual !== uid) throw refused(`service account UID (${actual}) does not match claim (${uid})`);
  if (isGoneSince(found, check.now - leewayMilliseconds)) {
    throw refused(`service account ${namespace}/${name} has been deleted`);
  }
}

interface Bound extends Ref {
  readonly resource: 'pods' | 'secrets' | 'nodes';
  readonly kind: string;
  readonly namespace: string;
}

/** A token that is bound to an object dies with it. */
async function checkBound(check: ClaimsCheck, { resource, kind, namespace, name, uid }: Bound): Promise<void> {
  const found = await check.find(resource, { namespace, name });
  if (!found) throw refused(invalidated);
  const actual = metadataOf(found).uid ?? '';
  if (actual !== uid) {
    throw refused(`${kind} UID (${actual}) does not match service account ${kind} ref claim (${uid})`);
  }
  if (isGoneSince(found, check.now - leewayMilliseconds)) throw refused(invalidated);
}
