/** An AuthenticationConfiguration (apiserver.config.k8s.io): whose tokens are accepted, and what they say of users. */
export interface AuthenticationConfiguration {
  readonly jwt: readonly JwtConfiguration[];
  readonly anonymous: AnonymousConfiguration | undefined;
}

export interface AnonymousConfiguration {
  readonly enabled: boolean;
  /** Paths for which nobody must say who it is; none: all. */
  readonly conditions: readonly { readonly path: string }[];
}

/** One issuer. Expressions are CEL; what is not set is empty. */
export interface JwtConfiguration {
  readonly issuer: IssuerConfiguration;
  readonly claimValidationRules: readonly ClaimValidationRule[];
  readonly claimMappings: ClaimMappings;
  readonly userValidationRules: readonly UserValidationRule[];
}

export interface IssuerConfiguration {
  readonly url: string;
  /** Where the issuer tells of itself, if not below its URL. */
  readonly discoveryURL: string;
  /** PEM of whom to trust; those that everybody trusts, if empty. */
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
