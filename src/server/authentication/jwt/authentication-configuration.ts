// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/v1/types.go (v1.36)

/** An AuthenticationConfiguration (apiserver.config.k8s.io): the trusted issuers, and how claims map to users. */
export interface AuthenticationConfiguration {
  readonly jwt: readonly JwtConfiguration[];
  readonly anonymous: AnonymousConfiguration | undefined;
}

export interface AnonymousConfiguration {
  readonly enabled: boolean;
  /** Paths that allow anonymous requests; empty: all. */
  readonly conditions: readonly { readonly path: string }[];
}

/** One issuer. Expressions are CEL; unset fields are empty. */
export interface JwtConfiguration {
  readonly issuer: IssuerConfiguration;
  readonly claimValidationRules: readonly ClaimValidationRule[];
  readonly claimMappings: ClaimMappings;
  readonly userValidationRules: readonly UserValidationRule[];
}

export interface IssuerConfiguration {
  readonly url: string;
  /** URL of the discovery document. Empty: the well-known path below the issuer's URL. */
  readonly discoveryURL: string;
  /** PEM bundle; empty: the system's certificate authorities. */
  readonly certificateAuthority: string;
  readonly audiences: readonly string[];
  readonly audienceMatchPolicy: string;
  readonly egressSelectorType: string;
}

export interface ClaimValidationRule {
  readonly claim: string;
  readonly requiredValue: string;
  readonly expression: string;
  readonly message: string;
}

export interface ClaimMappings {
  readonly username: PrefixedClaimOrExpression;
  readonly groups: PrefixedClaimOrExpression;
  readonly uid: { readonly claim: string; readonly expression: string };
  readonly extra: readonly { readonly key: string; readonly valueExpression: string }[];
}

export interface PrefixedClaimOrExpression {
  readonly claim: string;
  readonly prefix: string | undefined;
  readonly expression: string;
}

export interface UserValidationRule {
  readonly expression: string;
  readonly message: string;
}
