// Follows pkg/serviceaccount/claims.go (v1.36)

import { getOwn, isJsonObject, type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import {
  ClaimTypeError,
  type RegisteredClaims,
  refused,
  registeredClaims,
  textClaim,
  timeClaim,
} from '../../server/authentication/index.js';
import type { UserInfo } from '../../server/index.js';
import { accountUser, credentialIdKey } from './account-user.js';
import { type FindObject, isGoneSince } from './bound-objects.js';

/** Claims of a service account token, type-checked. */
export interface AccountClaims extends RegisteredClaims {
  readonly namespace: string;
  readonly account: Ref;
  /** Objects that the token is bound to. */
  readonly pod: Ref | undefined;
  readonly secret: Ref | undefined;
  readonly node: Ref | undefined;
  /** Time after which the token should have been refreshed. */
  readonly warnAfter: number | undefined;
  /** Empty if there is none. */
  readonly id: string;
}

interface Ref {
  readonly name: string;
  readonly uid: string;
}

/** Throws ClaimTypeError. */
export function accountClaims(claims: JsonObject): AccountClaims {
  const own = objectClaim(claims, 'kubernetes.io') ?? {};
  return {
    ...registeredClaims(claims),
    id: textClaim(claims, 'jti'),
    namespace: textClaim(own, 'namespace'),
    account: refClaim(own, 'serviceaccount') ?? { name: '', uid: '' },
    pod: refClaim(own, 'pod'),
    secret: refClaim(own, 'secret'),
    node: refClaim(own, 'node'),
    warnAfter: timeClaim(own, 'warnafter'),
  };
}

function refClaim(claims: JsonObject, name: string): Ref | undefined {
  const ref = objectClaim(claims, name);
  return ref && { name: textClaim(ref, 'name'), uid: textClaim(ref, 'uid') };
}

function objectClaim(claims: JsonObject, name: string): JsonObject | undefined {
  const value = getOwn(claims, name) ?? undefined;
  if (value === undefined || isJsonObject(value)) return value;
  throw new ClaimTypeError(`expected object value: ${name}`);
}

export interface ClaimsCheck {
  readonly claims: AccountClaims;
  readonly find: FindObject;
  readonly now: number;
}

/** Allowed clock skew. */
const leewayMilliseconds = 60_000;
const invalidated = 'service account token has been invalidated';

/** Returns the user of a token. Throws `refused` if the token is not valid, or not any more. */
export async function checkAccountClaims(check: ClaimsCheck): Promise<UserInfo> {
  checkTimes(check);
  const { namespace, account, pod, secret, node, id } = check.claims;
  await checkAccount(check, { namespace, ...account });
  if (secret) await checkBound(check, { ...secret, resource: 'secrets', kind: 'secret', namespace });
  if (pod) await checkBound(check, { ...pod, resource: 'pods', kind: 'pod', namespace });
  if (node && !pod) await checkBound(check, { ...node, resource: 'nodes', kind: 'node', namespace: '' });
  return accountUser(
    { namespace, ...account },
    {
      ...(pod && { 'pod-name': pod.name, 'pod-uid': pod.uid }),
      ...(id !== '' && { [credentialIdKey]: `JTI=${id}` }),
      ...(node && { 'node-name': node.name, ...(node.uid !== '' && { 'node-uid': node.uid }) }),
    },
  );
}

/** Missing time claims impose no limit. */
function checkTimes({ claims, now }: ClaimsCheck): void {
  const { exp, nbf, iat } = claims;
  const [earliest, latest] = [now + leewayMilliseconds, now - leewayMilliseconds];
  if (nbf !== undefined && earliest < nbf * 1000) throw refused('service account token is not valid yet');
  if (exp !== undefined && latest > exp * 1000) throw refused('service account token has expired');
  if (iat !== undefined && earliest < iat * 1000) throw refused('service account token is issued in the future');
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

/** A token is invalid once the object it is bound to is deleted. */
async function checkBound(check: ClaimsCheck, { resource, kind, namespace, name, uid }: Bound): Promise<void> {
  const found = await check.find(resource, { namespace, name });
  if (!found) throw refused(invalidated);
  const actual = metadataOf(found).uid ?? '';
  if (actual !== uid) {
    throw refused(`${kind} UID (${actual}) does not match service account ${kind} ref claim (${uid})`);
  }
  if (isGoneSince(found, check.now - leewayMilliseconds)) throw refused(invalidated);
}
