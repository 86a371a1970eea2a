// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go (v1.36)

import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { formatDuration } from '../../../apimachinery/meta/index.js';
import { checkDns1123Subdomain, type FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import { validateMatchConditions } from '../webhook/index.js';
import {
  type AuthorizationConfiguration,
  type AuthorizerConfiguration,
  authorizationModes,
  type WebhookConfiguration,
} from './authorization-configuration.js';

/** Returns the errors that kube-apiserver reports, in its order and words. */
export function validateAuthorizationConfiguration({ authorizers }: AuthorizationConfiguration): FieldError[] {
  const path = FieldPath.of('authorizers');
  if (authorizers.length === 0) return [path.required('at least one authorization mode must be defined')];
  const seen = { types: new Set<string>(), names: new Set<string>() };
  return authorizers.flatMap((authorizer, index) => validateAuthorizer(authorizer, path.index(index), seen));
}

interface Seen {
  readonly types: Set<string>;
  readonly names: Set<string>;
}

function validateAuthorizer(authorizer: AuthorizerConfiguration, path: FieldPath, seen: Seen): FieldError[] {
  const { type, name, webhook } = authorizer;
  if (type === '') return [path.child('type').required()];
  if (!authorizationModes.includes(type)) return [path.child('type').notSupported(type, authorizationModes)];
  if (type !== 'Webhook' && seen.types.has(type)) return [path.child('type').duplicate(type)];
  seen.types.add(type);
  const errors = validateName(name, path.child('name'), seen.names);
  seen.names.add(name);
  if (type !== 'Webhook') {
    if (!webhook) return errors;
    return [...errors, path.child('webhook').invalid('non-null', 'may only be specified when type=Webhook')];
  }
  if (!webhook) return [...errors, path.child('webhook').required('required when type=Webhook')];
  return [...errors, ...validateWebhook(webhook, path)];
}

function validateName(name: string, path: FieldPath, seen: ReadonlySet<string>): FieldError[] {
  if (name === '') return [path.required()];
  if (seen.has(name)) return [path.duplicate(name)];
  const problems = checkDns1123Subdomain(name);
  return problems.length === 0 ? [] : [path.invalid(name, `authorizer name is invalid: ${problems.join(', ')}`)];
}

function validateWebhook(webhook: WebhookConfiguration, path: FieldPath): FieldError[] {
  const { matchConditions, matchConditionSubjectAccessReviewVersion: conditionVersion } = webhook;
  return [
    ...validateTimeout(webhook.timeout, path.child('timeout')),
    ...validateTtl(webhook.authorizedTTL, path.child('authorizedTTL')),
    ...validateTtl(webhook.unauthorizedTTL, path.child('unauthorizedTTL')),
    ...oneOf(webhook.subjectAccessReviewVersion, path.child('subjectAccessReviewVersion'), ['v1', 'v1beta1']),
    ...validateConditionVersion(conditionVersion, path, matchConditions.length),
    ...oneOf(webhook.failurePolicy, path.child('failurePolicy'), ['NoOpinion', 'Deny']),
    ...validateConnection(webhook.connectionInfo, path.child('connectionInfo')),
    ...validateMatchConditions(matchConditions, path.child('matchConditions')),
  ];
}

function validateTimeout(timeout: number, path: FieldPath): FieldError[] {
  if (timeout === 0) return [path.required()];
  if (timeout > 0 && timeout <= 30_000) return [];
  return [path.invalid(formatDuration(timeout), 'must be > 0s and <= 30s')];
}

function validateTtl(ttl: number, path: FieldPath): FieldError[] {
  return ttl < 0 ? [path.invalid(formatDuration(ttl), 'must be > 0s')] : [];
}

function oneOf(value: string, path: FieldPath, supported: readonly string[]): FieldError[] {
  if (value === '') return [path.required()];
  return supported.includes(value) ? [] : [path.notSupported(value, supported)];
}

function validateConditionVersion(version: string, webhook: FieldPath, conditions: number): FieldError[] {
  const path = webhook.child('matchConditionSubjectAccessReviewVersion');
  if (version !== '') return version === 'v1' ? [] : [path.notSupported(version, ['v1'])];
  return conditions > 0 ? [path.required('required if match conditions are specified')] : [];
}

function validateConnection(connection: WebhookConfiguration['connectionInfo'], path: FieldPath): FieldError[] {
  const { type, kubeConfigFile } = connection;
  const filePath = path.child('kubeConfigFile');
  switch (type) {
    case '':
      return [path.child('type').required()];
    case 'InClusterConfig':
      if (kubeConfigFile === undefined) return [];
      return [filePath.invalid(kubeConfigFile, 'can only be set when type=KubeConfigFile')];
    case 'KubeConfigFile':
      return kubeConfigFile ? validateFile(kubeConfigFile, filePath) : [filePath.required()];
    default:
      return [path.child('type').notSupported(type, ['InClusterConfig', 'KubeConfigFile'])];
  }
}

function validateFile(file: string, path: FieldPath): FieldError[] {
  if (!isAbsolute(file)) return [path.invalid(file, 'must be an absolute path')];
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return [path.invalid(file, `error loading file: stat ${file}: no such file or directory`)];
  return found.isFile() ? [] : [path.invalid(file, 'must be a regular file')];
}
