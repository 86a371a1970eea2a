// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/v1/types.go (v1.36)

/** An AuthorizationConfiguration (apiserver.config.k8s.io): the authorizers, in order. Times are milliseconds. */
export interface AuthorizationConfiguration {
  readonly authorizers: readonly AuthorizerConfiguration[];
}

export interface AuthorizerConfiguration {
  /** One of `authorizationModes`, if valid. */
  readonly type: string;
  /** The name in metrics. */
  readonly name: string;
  /** Set for type `Webhook`. */
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
  /** `NoOpinion` or `Deny`, if valid. */
  readonly failurePolicy: string;
  readonly connectionInfo: { readonly type: string; readonly kubeConfigFile: string | undefined };
  /** CEL expressions; the webhook is called only if all are true. */
  readonly matchConditions: readonly string[];
}

export const authorizationModes = ['ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook'];
