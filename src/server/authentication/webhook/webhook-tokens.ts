import { isJsonObject, type JsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';
import { type RetryOptions, withRetries } from '../../../client/kubeconfig-webhook/index.js';
import type { UserInfo } from '../../request-context.js';
import { refused, type TokenAuthenticator } from '../authenticator.js';

export interface WebhookTokensOptions {
  /** Has somebody fill in a TokenReview. */
  readonly review: (review: JsonObject) => Promise<JsonObject>;
  /** --authentication-token-webhook-version */
  readonly version: 'v1' | 'v1beta1';
  /** --api-audiences: whom a token is for of which the webhook does not say it. */
  readonly audiences: readonly string[];
  readonly retries?: RetryOptions | undefined;
  /** Told of a webhook that does not answer as it should. */
  readonly onError: (error: unknown) => void;
}

/** Asks somebody else whose tokens are. */
export function webhookTokens(options: WebhookTokensOptions): TokenAuthenticator {
  const { review, version, audiences: implied, retries, onError } = options;
  const about = { kind: 'TokenReview', apiVersion: `authentication.k8s.io/${version}`, metadata: {} };
  const ask = async (spec: JsonObject): Promise<JsonObject> => {
    try {
      return await withRetries(() => review({ ...about, spec, status: { user: {} } }), retries);
    } catch (error) {
      onError(new Error('Failed to make webhook authenticator request', { cause: error }));
      throw refused(error instanceof Error ? error.message : String(error));
    }
  };
  return {
    async authenticateToken(token, asked) {
      const answer = await ask({ token, ...(asked.length > 0 && { audiences: [...asked] }) });
      const status = isJsonObject(answer['status']) ? answer['status'] : {};
      const named = textsIn(status['audiences']);
      const audiences = asked.filter((audience) => (named.length > 0 ? named : implied).includes(audience));
      if (asked.length > 0 && audiences.length === 0) return undefined;
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

function textsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
