// Follows pkg/serviceaccount/legacy.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { type JsonObject, labelsOf, metadataOf } from '../../apimachinery/meta/index.js';
import type { RestClient } from '../../client/rest/index.js';

export interface TokenUseOptions {
  readonly client: RestClient;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
}

/** Called with the secret when its token is used; resolves when the use is recorded. */
export type OnTokenUse = (secret: JsonObject) => Promise<void>;

const label = 'kubernetes.io/legacy-token-last-used';
const dayMilliseconds = 86_400_000;

/**
 * Labels a secret with the date on which its token was last used; writes at most once a day, even if the clocks of
 * servers differ.
 */
export function labelWithLastUse({ client, onError, now = systemClock.now }: TokenUseOptions): OnTokenUse {
  const secrets = client.resource({ group: '', version: 'v1', resource: 'secrets' });
  return async (secret) => {
    const [today, tomorrow] = [dayOf(now()), dayOf(now() + dayMilliseconds)];
    const lastUsed = labelsOf(secret)[label];
    if (lastUsed === today || lastUsed === tomorrow) return;
    const { namespace = '', name = '', uid = '' } = metadataOf(secret);
    const body = { metadata: { uid, labels: { [label]: today } } };
    await secrets.inNamespace(namespace).patch(name, { type: 'merge', body }).catch(onError);
  };
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
