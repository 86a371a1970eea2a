import { counter, exponentialBuckets, gauge, histogram, recentNames } from '../declaration.js';

const thousandthsDoubled = exponentialBuckets(0.001, 2, 15);
const commonBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const conditionBuckets = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];

export const authenticationMetrics = {
  userRequests: counter('authenticated_user_requests', {
    stability: 'ALPHA',
    help: 'Requests of authenticated users; users of other kinds than the well-known ones are one.',
    labels: ['username'],
  }),
  attempts: counter('authentication_attempts', {
    stability: 'ALPHA',
    help: 'Authentications by result: success, failure or error.',
    labels: ['result'],
  }),
  duration: histogram('authentication_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of an authentication by result.',
    labels: ['result'],
    buckets: thousandthsDoubled,
  }),
  tokenCacheRequests: counter('authentication_token_cache_request_total', {
    stability: 'ALPHA',
    help: 'Look-ups in the cache of tokens.',
    labels: ['status'],
  }),
  tokenCacheDuration: histogram('authentication_token_cache_request_duration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of a look-up in the cache of tokens.',
    labels: ['status'],
    buckets: commonBuckets,
  }),
  tokenCacheFetches: counter('authentication_token_cache_fetch_total', {
    stability: 'ALPHA',
    help: 'Tokens that the cache had to have verified.',
    labels: ['status'],
  }),
  tokenCacheActiveFetches: gauge('authentication_token_cache_active_fetch_count', {
    stability: 'ALPHA',
    help: 'Tokens that are being verified for the cache.',
    labels: ['status'],
  }),
  jwtDuration: histogram('apiserver_authentication_jwt_authenticator_latency_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of looking at a token of an issuer.',
    labels: ['result', 'jwt_issuer_hash'],
    buckets: [0.001, ...commonBuckets],
  }),
  keySetFetchTime: gauge('apiserver_authentication_jwt_authenticator_jwks_fetch_last_timestamp_seconds', {
    stability: 'ALPHA',
    help: 'When the keys of an issuer were last fetched.',
    labels: ['result', 'jwt_issuer_hash', 'apiserver_id_hash'],
  }),
  keySetInfo: gauge('apiserver_authentication_jwt_authenticator_jwks_fetch_last_key_set_info', {
    stability: 'ALPHA',
    help: 'The keys of an issuer that were fetched last, by their hash.',
    labels: ['jwt_issuer_hash', 'apiserver_id_hash', 'hash'],
  }),
  configReloads: counter('apiserver_authentication_config_controller_automatic_reloads_total', {
    stability: 'BETA',
    help: 'Reloads of the authentication configuration.',
    labels: ['status', 'apiserver_id_hash'],
  }),
  configReloadTime: gauge('apiserver_authentication_config_controller_automatic_reload_last_timestamp_seconds', {
    stability: 'BETA',
    help: 'When the authentication configuration was last reloaded.',
    labels: ['status', 'apiserver_id_hash'],
  }),
  configInfo: gauge('apiserver_authentication_config_controller_last_config_info', {
    stability: 'ALPHA',
    help: 'The authentication configuration that is in force, by its hash.',
    labels: ['apiserver_id_hash', 'hash'],
  }),
  clientCertificateExpiration: histogram('apiserver_client_certificate_expiration_seconds', {
    stability: 'ALPHA',
    help: 'Seconds that the client certificates of requests are still valid.',
    buckets: [0, 1800, 3600, 7200, 21600, 43200, 86400, 172800, 345600, 604800, 2592000, 7776000, 15552000, 31104000],
  }),
  legacyTokens: counter('serviceaccount_legacy_tokens_total', {
    stability: 'ALPHA',
    help: 'Uses of service account tokens that never expire.',
  }),
  staleTokens: counter('serviceaccount_stale_tokens_total', {
    stability: 'ALPHA',
    help: 'Uses of service account tokens past their planned end.',
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
    help: 'Seconds of an authorization by result.',
    labels: ['result'],
    buckets: thousandthsDoubled,
  }),
  decisions: counter('apiserver_authorization_decisions_total', {
    stability: 'ALPHA',
    help: 'Final decisions by the authorizer that made them.',
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
    help: 'Calls of authorization webhooks that failed and were passed over.',
    labels: ['name', 'result'],
  }),
  matchConditionErrors: counter('apiserver_authorization_match_condition_evaluation_errors_total', {
    stability: 'ALPHA',
    help: 'Questions whose match conditions could not be evaluated.',
    labels: ['type', 'name'],
  }),
  matchConditionExclusions: counter('apiserver_authorization_match_condition_exclusions_total', {
    stability: 'ALPHA',
    help: 'Questions that match conditions left out.',
    labels: ['type', 'name'],
  }),
  matchConditionDuration: histogram('apiserver_authorization_match_condition_evaluation_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of evaluating match conditions.',
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
    help: 'When the authorization configuration was last reloaded.',
    labels: ['status', 'apiserver_id_hash'],
  }),
  configInfo: gauge('apiserver_authorization_config_controller_last_config_info', {
    stability: 'ALPHA',
    help: 'The authorization configuration that is in force, by its hash.',
    labels: ['apiserver_id_hash', 'hash'],
  }),
} as const;

export const auditMetrics = {
  events: counter('apiserver_audit_event_total', {
    stability: 'ALPHA',
    help: 'Audit events that were made.',
  }),
  errors: counter('apiserver_audit_error_total', {
    stability: 'ALPHA',
    help: 'Audit events that could not be logged.',
    labels: ['plugin'],
  }),
  levels: counter('apiserver_audit_level_total', {
    stability: 'ALPHA',
    help: 'Requests by the audit level that the policy gave them.',
    labels: ['level'],
  }),
  requestsRejected: counter('apiserver_audit_requests_rejected_total', {
    stability: 'ALPHA',
    help: 'Requests that were refused because they could not be audited.',
  }),
} as const;

export const admissionMetrics = {
  stepDuration: histogram('apiserver_admission_step_admission_duration_seconds', {
    stability: 'STABLE',
    help: 'Seconds of an admission step as a whole.',
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
    help: 'Requests that match conditions left out.',
    labels: ['name', 'kind', 'type', 'operation'],
    keepsRecent: recentNames,
  }),
  matchConditionDuration: histogram('apiserver_admission_match_condition_evaluation_seconds', {
    stability: 'ALPHA',
    help: 'Seconds of evaluating match conditions.',
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
