// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go (v1.36)

import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { formatDuration } from '../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  duplicate,
  type FieldError,
  FieldPath,
  invalidValue,
  notSupported,
  required,
} from '../../../apimachinery/validation/index.js';
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
  if (authorizers.length === 0) return [required(path, 'at least one authorization mode must be defined')];
  const seen = { types: new Set<string>(), names: new Set<string>() };
  return authorizers.flatMap((authorizer, index) => validateAuthorizer(authorizer, path.index(index), seen));
}

interface Seen {
  readonly types: Set<string>;
  readonly names: Set<string>;
}

function validateAuthorizer(authorizer: AuthorizerConfiguration, path: FieldPath, seen: Seen): FieldError[] {
  const { type, name, webhook } = authorizer;
  if (type === '') return [required(path.child('type'), '')];
  if (!authorizationModes.includes(type)) return [notSupported(path.child('type'), type, authorizationModes)];
  if (type !== 'Webhook' && seen.types.has(type)) return [duplicate(path.child('type'), type)];
  seen.types.add(type);
  const errors = validateName(name, path.child('name'), seen.names);
  seen.names.add(name);
  if (type !== 'Webhook') {
    if (!webhook) return errors;
    return [...errors, invalidValue(path.child('webhook'), 'non-null', 'may only be specified when type=Webhook')];
  }
  if (!webhook) return [...errors, required(path.child('webhook'), 'required when type=Webhook')];
  return [...errors, ...validateWebhook(webhook, path)];
}

function validateName(name: string, path: FieldPath, seen: ReadonlySet<string>): FieldError[] {
  if (name === '') return [required(path, '')];
  if (seen.has(name)) return [duplicate(path, name)];
  const problems = checkDns1123Subdomain(name);
  return problems.length === 0 ? [] : [invalidValue(path, name, `authorizer name is invalid: ${problems.join(', ')}`)];
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
  if (timeout === 0) return [required(path, '')];
  if (timeout > 0 && timeout <= 30_000) return [];
  return [invalidValue(path, formatDuration(timeout), 'must be > 0s and <= 30s')];
}

function validateTtl(ttl: number, path: FieldPath): FieldError[] {
  return ttl < 0 ? [invalidValue(path, formatDuration(ttl), 'must be > 0s')] : [];
}

function oneOf(value: string, path: FieldPath, supported: readonly string[]): FieldError[] {
  if (value === '') return [required(path, '')];
  return supported.includes(value) ? [] : [notSupported(path, value, supported)];
}

function validateConditionVersion(version: string, webhook: FieldPath, conditions: number): FieldError[] {
  const path = webhook.child('matchConditionSubjectAccessReviewVersion');
  if (version !== '') return version === 'v1' ? [] : [notSupported(path, version, ['v1'])];
  return conditions > 0 ? [required(path, 'required if match conditions are specified')] : [];
}

function validateConnection(connection: WebhookConfiguration['connectionInfo'], path: FieldPath): FieldError[] {
  const { type, kubeConfigFile } = connection;
  const filePath = path.child('kubeConfigFile');
  switch (type) {
    case '':
      return [required(path.child('type'), '')];
    case 'InClusterConfig':
      if (kubeConfigFile === undefined) return [];
      return [invalidValue(filePath, kubeConfigFile, 'can only be set when type=KubeConfigFile')];
    case 'KubeConfigFile':
      return kubeConfigFile ? validateFile(kubeConfigFile, filePath) : [required(filePath, '')];
    default:
      return [notSupported(path.child('type'), type, ['InClusterConfig', 'KubeConfigFile'])];
  }
}

function validateFile(file: string, path: FieldPath): FieldError[] {
  if (!isAbsolute(file)) return [invalidValue(path, file, 'must be an absolute path')];
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return [invalidValue(path, file, `error loading file: stat ${file}: no such file or directory`)];
  return found.isFile() ? [] : [invalidValue(path, file, 'must be a regular file')];
}
