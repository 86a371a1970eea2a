/** An AuthorizationConfiguration (apiserver.config.k8s.io): who decides, in order. Times are milliseconds. */
export interface AuthorizationConfiguration {
  readonly authorizers: readonly AuthorizerConfiguration[];
}

export interface AuthorizerConfiguration {
  /** One of `authorizationModes`, where it is valid. */
  readonly type: string;
  /** What metrics call it. */
  readonly name: string;
  /** Of type `Webhook`. */
  readonly webhook?: WebhookConfiguration | undefined;
}

export interface WebhookConfiguration {
  readonly authorizedTTL: number;
  readonly cacheAuthorizedRequests: boolean;
  readonly unauthorizedTTL: number;
  readonly cacheUnauthorizedRequests: boolean;
  readonly timeout: number;
  readonly subjectAccessReviewVersion: string;
  readonly matchConditionSubjectAccessReviewVersion: string;
  /** `NoOpinion` or `Deny`, where it is valid. */
  readonly failurePolicy: string;
  readonly connectionInfo: { readonly type: string; readonly kubeConfigFile: string | undefined };
  /** Expressions (CEL) that all must hold for the webhook to be asked. */
  readonly matchConditions: readonly string[];
}

export const authorizationModes = ['ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook'];
