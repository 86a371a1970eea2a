// Follows pkg/serviceaccount/legacy.go (v1.36)

import { timingSafeEqual } from 'node:crypto';
import type { Secret, ServiceAccount } from '../../api/core/v1.js';
import { type JsonObject, labelsOf, metadataOf } from '../../apimachinery/meta/index.js';
import { type RegisteredClaims, refused, registeredClaims, textClaim } from '../../server/authentication/index.js';
import type { UserInfo } from '../../server/index.js';
import { accountUser, accountUserName } from './account-user.js';
import type { FindObject } from './bound-objects.js';
import type { OnTokenUse } from './token-use.js';

/** Issuer of secret-based tokens. */
export const legacyIssuer = 'kubernetes/serviceaccount';

const invalidSinceLabel = 'kubernetes.io/legacy-token-invalid-since';

/** Claims of a secret-based token, type-checked. */
export interface LegacyClaims extends RegisteredClaims {
  readonly secretName: string;
  readonly account: Account;
}

/** Throws ClaimTypeError. */
export function legacyClaims(claims: JsonObject): LegacyClaims {
  textClaim(claims, 'jti');
  const claim = (name: string): string => textClaim(claims, `kubernetes.io/serviceaccount/${name}`);
  return {
    ...registeredClaims(claims),
    secretName: claim('secret.name'),
    account: {
      namespace: claim('namespace'),
      name: claim('service-account.name'),
      uid: claim('service-account.uid'),
    },
  };
}

export interface LegacyCheck {
  readonly token: string;
  readonly claims: LegacyClaims;
  /** Undefined: no lookup; the token never becomes invalid. */
  readonly find: FindObject | undefined;
  readonly onUse?: OnTokenUse | undefined;
  /** Called with what kind of token was used. */
  readonly onKind?: ((kind: LegacyTokenKind) => void) | undefined;
}

/** Whether a secret-based token was created for its account, or by hand; or is no longer valid. */
export type LegacyTokenKind = 'auto' | 'manual' | 'invalid';

/** Returns the user of a secret-based token, as long as the secret exists. Throws `refused`. */
export async function checkLegacyClaims({ token, claims, find, ...observers }: LegacyCheck): Promise<UserInfo> {
  const { subject, secretName, account } = claims;
  const missing = [
    ['sub', subject],
    ['namespace', account.namespace],
    ['secretName', secretName],
    ['serviceAccountName', account.name],
    ['serviceAccountUID', account.uid],
  ].find(([, value]) => value === '');
  if (missing) throw refused(`${missing[0]} claim is missing`);
  if (subject !== accountUserName(account.namespace, account.name)) throw refused('sub claim is invalid');
  if (find) await checkKept(token, { secretName, account, find, ...observers });
  return accountUser(account);
}

interface Account {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

async function checkKept(
  token: string,
  {
    secretName,
    account,
    find,
    onUse,
    onKind,
  }: { secretName: string; account: Account; find: FindObject } & Pick<LegacyCheck, 'onUse' | 'onKind'>,
): Promise<void> {
  const { namespace } = account;
  const secret = await find('secrets', { namespace, name: secretName });
  if (!secret || metadataOf(secret).deletionTimestamp) throw refused('Token has been invalidated');
  if (!isKeptIn(secret, token)) throw refused("Token does not match server's copy");
  const { secrets = [] } = await foundAccount(account, find);
  await onUse?.(secret);
  if (labelsOf(secret)[invalidSinceLabel]) {
    onKind?.('invalid');
    throw refused(
      `the token in secret ${namespace}/${secretName} for service account ${namespace}/${account.name} has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${invalidSinceLabel}' label from the secret to temporarily allow use of this token`,
    );
  }
  onKind?.(secrets?.some(({ name }) => name === secretName) ? 'auto' : 'manual');
}

async function foundAccount({ namespace, name, uid }: Account, find: FindObject): Promise<ServiceAccount> {
  const account = await find('serviceaccounts', { namespace, name });
  if (!account) throw refused(`serviceaccounts ${JSON.stringify(name)} not found`);
  const { deletionTimestamp, uid: actual = '' } = metadataOf(account);
  if (deletionTimestamp) throw refused(`ServiceAccount ${namespace}/${name} has been deleted`);
  if (actual !== uid) throw refused(`ServiceAccount UID (${actual}) does not match claim (${uid})`);
  return account as ServiceAccount;
}

function isKeptIn({ data }: Secret, token: string): boolean {
  const [kept, shown] = [Buffer.from(data?.['token'] ?? '', 'base64'), Buffer.from(token)];
  return kept.length === shown.length && timingSafeEqual(kept, shown);
}
