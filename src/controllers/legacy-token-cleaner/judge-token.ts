// Follows pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go (v1.36)
import type { Secret, ServiceAccount } from '../../api/core/v1.js';

export const invalidSinceLabel = 'kubernetes.io/legacy-token-invalid-since';
const lastUsedLabel = 'kubernetes.io/legacy-token-last-used';
const nameAnnotation = 'kubernetes.io/service-account.name';
const uidAnnotation = 'kubernetes.io/service-account.uid';
const day = 24 * 60 * 60 * 1000;
/** Tokens that have not been used for so long: the default of --legacy-service-account-token-clean-up-period. */
const cleanUpMilliseconds = 365 * day;

export interface TokenUse {
  /** Returns undefined if there is no such account. */
  readonly account: (name: string, namespace: string) => ServiceAccount | undefined;
  readonly isMounted: (secret: Secret) => boolean;
  readonly now: number;
}

/** What happens to a token that nothing has used for a long time: it becomes invalid first, and goes later. */
export function judgeToken(
  secret: Secret,
  { account, isMounted, now }: TokenUse,
): 'keep' | 'mark as invalid' | 'delete' {
  const { metadata } = secret;
  const labels = metadata.labels ?? {};
  const latest = now - cleanUpMilliseconds;
  const latestDate = dateOf(latest);
  if (Date.parse(metadata.creationTimestamp ?? '') >= latest || metadata.deletionTimestamp) return 'keep';
  const lastUsed = labels[lastUsedLabel];
  if (lastUsed !== undefined && (!isDate(lastUsed) || lastUsed >= latestDate)) return 'keep';
  // A token that its account does not list was created by hand.
  const { [nameAnnotation]: accountName = '', [uidAnnotation]: uid = '' } = metadata.annotations ?? {};
  const owner = accountName === '' ? undefined : account(accountName, metadata.namespace ?? '');
  if (!owner || (uid !== '' && owner.metadata.uid !== uid)) return 'keep';
  if (!owner.secrets?.some(({ name }) => name === metadata.name) || isMounted(secret)) return 'keep';
  const invalidSince = labels[invalidSinceLabel] ?? '';
  if (!isDate(invalidSince)) return 'mark as invalid';
  return invalidSince >= latestDate ? 'keep' : 'delete';
}

/** When unused tokens may first be judged: a whole period after the day on which tracking began. */
export function judgedFrom(trackedSince: string): number | undefined {
  return isDate(trackedSince) ? Date.parse(trackedSince) + day + cleanUpMilliseconds : undefined;
}

export function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
