// Follows staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/webhook/webhook.go (v1.36)

import { compositeKey } from '../../apimachinery/meta/index.js';
import type { RestClient } from '../../client/rest/index.js';
import type { TokenAuthenticator, TokenOwner } from '../authentication/index.js';
import type { UserInfo } from '../request-context.js';
import { ReviewCache } from './review-cache.js';

interface TokenReview {
  readonly status?: {
    readonly authenticated?: boolean;
    readonly audiences?: readonly string[];
    readonly user?: Partial<Omit<UserInfo, 'name'>> & { readonly username?: string };
  };
}

const target = '/apis/authentication.k8s.io/v1/tokenreviews';

/** Authenticates tokens by TokenReviews on another server. `milliseconds`: how long the results are cached. */
export function tokenReviews(client: RestClient, milliseconds?: number): TokenAuthenticator {
  const owners = new ReviewCache<TokenOwner | undefined>({ milliseconds });
  return {
    authenticateToken: (token, audiences) =>
      owners.get(compositeKey(token, ...audiences), async () => {
        const spec = { token, ...(audiences.length > 0 && { audiences: [...audiences] }) };
        const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec };
        const { status } = await client.object<TokenReview>({ method: 'POST', target, body });
        const { username: name, uid, groups = [], extra } = status?.user ?? {};
        if (!status?.authenticated || !name) return undefined;
        const user = { name, groups, ...(uid !== undefined && { uid }), ...(extra && { extra }) };
        return { user, audiences: status.audiences ?? [] };
      }),
  };
}
