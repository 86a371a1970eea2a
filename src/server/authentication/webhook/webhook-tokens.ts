// Follows staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/webhook/webhook.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue, textsIn } from '../../../apimachinery/meta/index.js';
import { messageOf } from '../../../apimachinery/status/index.js';
import { type RetryOptions, withRetries } from '../../../client/kubeconfig-webhook/index.js';
import type { UserInfo } from '../../request-context.js';
import { refused, type TokenAuthenticator } from '../authenticator.js';

export interface WebhookTokensOptions {
  /** Sends a TokenReview and returns the completed one. */
  readonly review: (review: JsonObject) => Promise<JsonObject>;
  /** --authentication-token-webhook-version */
  readonly version: 'v1' | 'v1beta1';
  /** --api-audiences: the audiences of a token if the webhook returns none. */
  readonly audiences: readonly string[];
  readonly retries?: RetryOptions | undefined;
  /** Called when the webhook fails or responds incorrectly. */
  readonly onError: (error: unknown) => void;
}

/** Authenticates tokens by calling a webhook. */
export function webhookTokens(options: WebhookTokensOptions): TokenAuthenticator {
  const { review, version, audiences: implied, retries, onError } = options;
  const about = { kind: 'TokenReview', apiVersion: `authentication.k8s.io/${version}`, metadata: {} };
  const callWebhook = async (spec: JsonObject): Promise<JsonObject> => {
    try {
      return await withRetries(() => review({ ...about, spec, status: { user: {} } }), retries);
    } catch (error) {
      onError(new Error('Failed to make webhook authenticator request', { cause: error }));
      throw refused(messageOf(error));
    }
  };
  return {
    async authenticateToken(token, requested) {
      const response = await callWebhook({ token, ...(requested.length > 0 && { audiences: [...requested] }) });
      const status = isJsonObject(response['status']) ? response['status'] : {};
      const named = textsIn(status['audiences']);
      const audiences = requested.filter((audience) => (named.length > 0 ? named : implied).includes(audience));
      if (requested.length > 0 && audiences.length === 0) return undefined;
      if (status['authenticated'] === true) return { user: userIn(status['user']), audiences };
      if (typeof status['error'] === 'string' && status['error'] !== '') throw refused(status['error']);
      return undefined;
    },
  };
}

function userIn(value: JsonValue | undefined): UserInfo {
  const { username, uid, groups, extra } = isJsonObject(value) ? value : {};
  const entries = isJsonObject(extra) ? Object.entries(extra).map(([key, values]) => [key, textsIn(values)]) : [];
  return {
    name: typeof username === 'string' ? username : '',
    groups: textsIn(groups),
    ...(typeof uid === 'string' && uid !== '' && { uid }),
    ...(entries.length > 0 && { extra: Object.fromEntries(entries) }),
  };
}
