// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/metrics.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/authentication/token/cache/stats.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/authorization/metrics/metrics.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/audit/metrics.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/metrics/metrics.go (v1.36)

import { counter, exponentialBuckets, gauge, histogram, recentNames } from '../declaration.js';

const thousandthsDoubled = exponentialBuckets(0.001, 2, 15);
const commonBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const conditionBuckets = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];

export const authenticationMetrics = {
  userRequests: counter('authenticated_user_requests', {
    stability: 'ALPHA',
    help: 'Requests of authenticated users, by user name; all but well-known users are counted as one.',
    labels: ['username'],
  }),
  attempts: counter('authentication_attempts', {
    stability: 'ALPHA',
    help: 'Authentications by result: success, failure or error.',
    labels: ['result'],
  }),
  duration: histogram('authentication_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds that an authentication took, by result.',
    labels: ['result'],
    buckets: thousandthsDoubled,
  }),
  tokenCacheRequests: counter('authentication_token_cache_request_total', {
    stability: 'ALPHA',
    help: 'Lookups in the token cache.',
    labels: ['status'],
  }),
  tokenCacheDuration: histogram('authentication_token_cache_request_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of a lookup in the token cache.',
    labels: ['status'],
    buckets: commonBuckets,
  }),
  tokenCacheFetches: counter('authentication_token_cache_fetch_total', {
    stability: 'ALPHA',
    help: 'Token verifications on a cache miss.',
    labels: ['status'],
  }),
  tokenCacheActiveFetches: gauge('authentication_token_cache_active_fetch_count', {
    stability: 'ALPHA',
    help: 'Token verifications in progress.',
    labels: ['status'],
  }),
  jwtDuration: histogram('apiserver_authentication_jwt_authenticator_latency_seconds', {
    stability: 'ALPHA',
    help: 'Seconds to authenticate a token of an issuer.',
    labels: ['result', 'jwt_issuer_hash'],
    buckets: [0.001, ...commonBuckets],
  }),
  keySetFetchTime: gauge('apiserver_authentication_jwt_authenticator_jwks_fetch_last_timestamp_seconds', {
    stability: 'ALPHA',
    help: 'Timestamp of the last fetch of the keys of an issuer.',
    labels: ['result', 'jwt_issuer_hash', 'apiserver_id_hash'],
  }),
  keySetInfo: gauge('apiserver_authentication_jwt_authenticator_jwks_fetch_last_key_set_info', {
    stability: 'ALPHA',
    help: 'Hash of the current keys of an issuer.',
    labels: ['jwt_issuer_hash', 'apiserver_id_hash', 'hash'],
  }),
  configReloads: counter('apiserver_authentication_config_controller_automatic_reloads_total', {
    stability: 'BETA',
    help: 'Reloads of the authentication configuration.',
    labels: ['status', 'apiserver_id_hash'],
  }),
  configReloadTime: gauge('apiserver_authentication_config_controller_automatic_reload_last_timestamp_seconds', {
    stability: 'BETA',
    help: 'Timestamp of the last reload of the authentication configuration.',
    labels: ['status', 'apiserver_id_hash'],
  }),
  configInfo: gauge('apiserver_authentication_config_controller_last_config_info', {
    stability: 'ALPHA',
    help: 'Hash of the current authentication configuration.',
    labels: ['apiserver_id_hash', 'hash'],
  }),
  clientCertificateExpiration: histogram('apiserver_client_certificate_expiration_seconds', {
    stability: 'ALPHA',
    help: 'Remaining lifetime in seconds of the client certificates of requests.',
    buckets: [0, 1800, 3600, 7200, 21600, 43200, 86400, 172800, 345600, 604800, 2592000, 7776000, 15552000, 31104000],
  }),
  legacyTokens: counter('serviceaccount_legacy_tokens_total', {
    stability: 'ALPHA',
    help: 'Uses of service account tokens that never expire.',
  }),
  autoTokens: counter('serviceaccount_legacy_auto_token_uses_total', {
    stability: 'ALPHA',
    help: 'Uses of tokens from secrets that were created for service accounts.',
  }),
  manualTokens: counter('serviceaccount_legacy_manual_token_uses_total', {
    stability: 'ALPHA',
    help: 'Uses of tokens from secrets that were created by hand.',
  }),
  invalidTokens: counter('serviceaccount_invalid_legacy_auto_token_uses_total', {
    stability: 'ALPHA',
    help: 'Uses of tokens from secrets that are marked as invalid.',
  }),
  staleTokens: counter('serviceaccount_stale_tokens_total', {
    stability: 'ALPHA',
    help: 'Uses of service account tokens beyond their intended expiry.',
  }),
  validTokens: counter('serviceaccount_valid_tokens_total', {
    stability: 'ALPHA',
    help: 'Uses of valid projected service account tokens.',
  }),
} as const;

export const authorizationMetrics = {
  attempts: counter('authorization_attempts_total', {
    stability: 'ALPHA',
    help: 'Authorizations by result: allowed, denied, no-opinion or error.',
    labels: ['result'],
  }),
  duration: histogram('authorization_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds that an authorization took, by result.',
    labels: ['result'],
    buckets: thousandthsDoubled,
  }),
  decisions: counter('apiserver_authorization_decisions_total', {
    stability: 'ALPHA',
    help: 'Authorization decisions, by authorizer.',
    labels: ['type', 'name', 'decision'],
  }),
  webhookEvaluations: counter('apiserver_authorization_webhook_evaluations_total', {
    stability: 'ALPHA',
    help: 'Calls of authorization webhooks.',
    labels: ['name', 'result'],
  }),
  webhookDuration: histogram('apiserver_authorization_webhook_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of a call of an authorization webhook.',
    labels: ['name', 'result'],
    buckets: commonBuckets,
  }),
  webhookFailOpen: counter('apiserver_authorization_webhook_evaluations_fail_open_total', {
    stability: 'ALPHA',
    help: 'Failed calls of authorization webhooks that were ignored.',
    labels: ['name', 'result'],
  }),
  matchConditionErrors: counter('apiserver_authorization_match_condition_evaluation_errors_total', {
    stability: 'ALPHA',
    help: 'Authorization requests whose match conditions could not be evaluated.',
    labels: ['type', 'name'],
  }),
  matchConditionExclusions: counter('apiserver_authorization_match_condition_exclusions_total', {
    stability: 'ALPHA',
    help: 'Authorization requests that match conditions excluded.',
    labels: ['type', 'name'],
  }),
  matchConditionDuration: histogram('apiserver_authorization_match_condition_evaluation_seconds', {
    stability: 'ALPHA',
    help: 'Seconds to evaluate match conditions.',
    labels: ['type', 'name'],
    buckets: conditionBuckets,
  }),
  configReloads: counter('apiserver_authorization_config_controller_automatic_reloads_total', {
    stability: 'BETA',
    help: 'Reloads of the authorization configuration.',
    labels: ['status', 'apiserver_id_hash'],
  }),
  configReloadTime: gauge('apiserver_authorization_config_controller_automatic_reload_last_timestamp_seconds', {
    stability: 'BETA',
    help: 'Timestamp of the last reload of the authorization configuration.',
    labels: ['status', 'apiserver_id_hash'],
  }),
  configInfo: gauge('apiserver_authorization_config_controller_last_config_info', {
    stability: 'ALPHA',
    help: 'Hash of the current authorization configuration.',
    labels: ['apiserver_id_hash', 'hash'],
  }),
} as const;

export const auditMetrics = {
  events: counter('apiserver_audit_event_total', {
    stability: 'ALPHA',
    help: 'Audit events that were generated.',
  }),
  errors: counter('apiserver_audit_error_total', {
    stability: 'ALPHA',
    help: 'Audit events that could not be logged.',
    labels: ['plugin'],
  }),
  levels: counter('apiserver_audit_level_total', {
    stability: 'ALPHA',
    help: 'Requests, by audit level of the policy.',
    labels: ['level'],
  }),
  requestsRejected: counter('apiserver_audit_requests_rejected_total', {
    stability: 'ALPHA',
    help: 'Requests that were rejected because they could not be audited.',
  }),
} as const;

export const admissionMetrics = {
  stepDuration: histogram('apiserver_admission_step_admission_duration_seconds', {
    stability: 'STABLE',
    help: 'Seconds of an admission step.',
    labels: ['type', 'operation', 'rejected'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5],
  }),
  controllerDuration: histogram('apiserver_admission_controller_admission_duration_seconds', {
    stability: 'STABLE',
    help: 'Seconds of an admission plugin.',
    labels: ['name', 'type', 'operation', 'rejected'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5],
  }),
  webhookDuration: histogram('apiserver_admission_webhook_admission_duration_seconds', {
    stability: 'STABLE',
    help: 'Seconds of a call of an admission webhook.',
    labels: ['name', 'type', 'operation', 'rejected'],
    keepsRecent: recentNames,
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25],
  }),
  webhookRejections: counter('apiserver_admission_webhook_rejection_count', {
    stability: 'ALPHA',
    help: 'Rejections by admission webhooks.',
    labels: ['name', 'type', 'operation', 'error_type', 'rejection_code'],
    keepsRecent: recentNames,
  }),
  webhookFailOpen: counter('apiserver_admission_webhook_fail_open_count', {
    stability: 'ALPHA',
    help: 'Admission webhooks that failed and were ignored.',
    labels: ['name', 'type'],
    keepsRecent: recentNames,
  }),
  webhookRequests: counter('apiserver_admission_webhook_request_total', {
    stability: 'ALPHA',
    help: 'Calls of admission webhooks.',
    labels: ['name', 'type', 'operation', 'code', 'rejected'],
    keepsRecent: recentNames,
  }),
  matchConditionErrors: counter('apiserver_admission_match_condition_evaluation_errors_total', {
    stability: 'ALPHA',
    help: 'Match conditions that could not be evaluated.',
    labels: ['name', 'kind', 'type', 'operation'],
    keepsRecent: recentNames,
  }),
  matchConditionExclusions: counter('apiserver_admission_match_condition_exclusions_total', {
    stability: 'ALPHA',
    help: 'Requests that match conditions excluded.',
    labels: ['name', 'kind', 'type', 'operation'],
    keepsRecent: recentNames,
  }),
  matchConditionDuration: histogram('apiserver_admission_match_condition_evaluation_seconds', {
    stability: 'ALPHA',
    help: 'Seconds to evaluate match conditions.',
    labels: ['name', 'kind', 'type', 'operation'],
    keepsRecent: recentNames,
    buckets: conditionBuckets,
  }),
  validatingPolicyChecks: counter('apiserver_validating_admission_policy_check_total', {
    stability: 'BETA',
    help: 'Checks by validating admission policies.',
    labels: ['policy', 'policy_binding', 'error_type', 'enforcement_action'],
    keepsRecent: recentNames,
  }),
  validatingPolicyDuration: histogram('apiserver_validating_admission_policy_check_duration_seconds', {
    stability: 'BETA',
    help: 'Seconds of a check by a validating admission policy.',
    labels: ['policy', 'policy_binding', 'error_type', 'enforcement_action'],
    keepsRecent: recentNames,
    buckets: [5e-7, 0.001, 0.01, 0.1, 1],
  }),
  mutatingPolicyChecks: counter('apiserver_mutating_admission_policy_check_total', {
    stability: 'ALPHA',
    help: 'Runs of mutating admission policies.',
    labels: ['policy', 'policy_binding', 'error_type'],
    keepsRecent: recentNames,
  }),
  mutatingPolicyDuration: histogram('apiserver_mutating_admission_policy_check_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of a run of a mutating admission policy.',
    labels: ['policy', 'policy_binding', 'error_type'],
    keepsRecent: recentNames,
    buckets: [5e-7, 0.001, 0.01, 0.1, 1],
  }),
} as const;

export const externalSignerMetrics = {
  fetchTime: gauge('apiserver_externaljwt_fetch_keys_success_timestamp', {
    stability: 'ALPHA',
    help: 'Timestamp of the last FetchKeys call to the external signer that succeeded.',
  }),
  dataTime: gauge('apiserver_externaljwt_fetch_keys_data_timestamp', {
    stability: 'ALPHA',
    help: 'Timestamp of the keys that the external signer returned last.',
  }),
  fetches: counter('apiserver_externaljwt_fetch_keys_request_total', {
    stability: 'ALPHA',
    help: 'Attempts to fetch the keys of the external signer.',
    labels: ['code'],
  }),
  signatures: counter('apiserver_externaljwt_sign_request_total', {
    stability: 'ALPHA',
    help: 'Attempts to have a token signed by the external signer.',
    labels: ['code'],
  }),
  duration: histogram('apiserver_externaljwt_request_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of a call to the external signer.',
    labels: ['method', 'code'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  }),
} as const;
