// Follows plugin/pkg/auth/authenticator/token/bootstrap/bootstrap.go (v1.36)

import { timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../api/core/v1.js';
import { systemClock } from '../../apimachinery/clock/index.js';
import { metadataOf, parseTime } from '../../apimachinery/meta/index.js';
import { ownerFor, type TokenAuthenticator } from '../../server/authentication/index.js';
import type { UserInfo } from '../../server/index.js';
import type { ObjectRef } from '../../server/registry/index.js';

export interface BootstrapTokenOptions {
  readonly findSecret: (ref: ObjectRef) => Promise<Secret | undefined>;
  /** Audiences of the tokens, which contain none themselves. */
  readonly audiences: readonly string[];
  readonly now?: () => number;
}

const form = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const extraGroup = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;

/** Authenticates bootstrap tokens, which are secrets in `kube-system`. */
export function bootstrapTokens({
  findSecret,
  audiences,
  now = systemClock.now,
}: BootstrapTokenOptions): TokenAuthenticator {
  return {
    async authenticateToken(token, requested) {
      const [, id, secret] = form.exec(token) ?? [];
      if (id === undefined || secret === undefined) return undefined;
      const found = await findSecret({ namespace: 'kube-system', name: `bootstrap-token-${id}` });
      const user = found && userOf(found, { id, secret, now: now() });
      return user && ownerFor(user, { implied: audiences, requested });
    },
  };
}

function userOf(kept: Secret, shown: { id: string; secret: string; now: number }): UserInfo | undefined {
  if (metadataOf(kept).deletionTimestamp || kept.type !== 'bootstrap.kubernetes.io/token') return undefined;
  const read = (key: string): string => Buffer.from(kept.data?.[key] ?? '', 'base64').toString();
  if (!isSame(read('token-secret'), shown.secret) || read('token-id') !== shown.id) return undefined;
  if (hasExpired(read('expiration'), shown.now)) return undefined;
  if (read('usage-bootstrap-authentication') !== 'true') return undefined;
  const groups = groupsOf(read('auth-extra-groups'));
  return groups && { name: `system:bootstrap:${shown.id}`, groups };
}

/** Constant-time comparison. */
function isSame(kept: string, shown: string): boolean {
  const [a, b] = [Buffer.from(kept), Buffer.from(shown)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** An invalid expiration counts as expired. */
function hasExpired(expiration: string, now: number): boolean {
  return expiration !== '' && (parseTime(expiration) ?? 0) < now;
}

/** Returns undefined if a group is not allowed for bootstrap tokens. */
function groupsOf(extra: string): string[] | undefined {
  const groups = extra === '' ? [] : extra.split(',');
  if (!groups.every((group) => extraGroup.test(group))) return undefined;
  return [...new Set(['system:bootstrappers', ...groups])].sort();
}
