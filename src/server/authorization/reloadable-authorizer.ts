// Follows pkg/kubeapiserver/authorizer/reload.go (v1.36)

import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import type { UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import type { Authorizer, Decision } from './authorizer.js';
import { type KnownRules, noRules } from './known-rules.js';

/** Delegates to an authorizer that can be replaced at runtime. */
export class ReloadableAuthorizer implements Authorizer {
  #current: Authorizer;

  constructor(first: Authorizer) {
    this.#current = first;
  }

  replace(next: Authorizer): void {
    this.#current = next;
  }

  authorize(user: UserInfo, info: RequestInfo): MaybePromise<Decision> {
    return this.#current.authorize(user, info);
  }

  readonly listRules = async (user: UserInfo, namespace: string): Promise<KnownRules> =>
    (await this.#current.listRules?.(user, namespace)) ?? noRules;
}
