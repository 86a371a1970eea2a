// Follows staging/src/k8s.io/apiserver/pkg/audit/policy/reader.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/apis/audit/validation/validation.go (v1.36)

import { decodeYaml } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import {
  aggregateMessage,
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
} from '../../apimachinery/validation/index.js';
import {
  type AuditedResources,
  type AuditLevel,
  type AuditPolicy,
  type AuditRule,
  type AuditStage,
  auditLevels,
  auditStages,
} from './policy.js';

/** Decodes an audit policy (`--audit-policy-file`) from YAML or JSON. Throws an error that describes the problem. */
export function decodeAuditPolicy(text: string): AuditPolicy {
  const value = decodeYaml(Buffer.from(text));
  if (!isJsonObject(value)) throw new Error('failed decoding: the policy is not an object');
  const { apiVersion, kind } = value;
  if (apiVersion !== 'audit.k8s.io/v1' || kind !== 'Policy') {
    throw new Error(`unknown group version field ${String(apiVersion ?? '')}, Kind=${String(kind ?? '')} in policy`);
  }
  const policy: AuditPolicy = {
    rules: list(value, 'rules').map(ruleOf),
    omitStages: texts(value, 'omitStages') as AuditStage[],
    omitManagedFields: flag(value, 'omitManagedFields') ?? false,
  };
  const errors = validatePolicy(policy);
  if (errors.length > 0) throw new Error(aggregateMessage(errors));
  if (policy.rules.length === 0) throw new Error('loaded illegal policy with 0 rules');
  return policy;
}

function ruleOf(value: JsonValue): AuditRule {
  if (!isJsonObject(value)) throw wrongType('rules');
  return {
    level: (value['level'] ?? '') as AuditLevel,
    users: texts(value, 'users'),
    userGroups: texts(value, 'userGroups'),
    verbs: texts(value, 'verbs'),
    resources: list(value, 'resources').map(resourcesOf),
    namespaces: texts(value, 'namespaces'),
    nonResourceURLs: texts(value, 'nonResourceURLs'),
    omitStages: texts(value, 'omitStages') as AuditStage[],
    omitManagedFields: flag(value, 'omitManagedFields'),
  };
}

function resourcesOf(value: JsonValue): AuditedResources {
  if (!isJsonObject(value)) throw wrongType('resources');
  const { group = '' } = value;
  if (typeof group !== 'string') throw wrongType('group');
  return { group, resources: texts(value, 'resources'), resourceNames: texts(value, 'resourceNames') };
}

function list(object: JsonObject, field: string): readonly JsonValue[] {
  const value = object[field] ?? [];
  if (!Array.isArray(value)) throw wrongType(field);
  return value;
}

function texts(object: JsonObject, field: string): string[] {
  const values = list(object, field);
  if (values.some((value) => typeof value !== 'string')) throw wrongType(field);
  return values as string[];
}

function flag(object: JsonObject, field: string): boolean | undefined {
  const value = object[field] ?? undefined;
  if (value !== undefined && typeof value !== 'boolean') throw wrongType(field);
  return value;
}

function wrongType(field: string): Error {
  return new Error(`failed decoding: ${field} is not of its type`);
}

function validatePolicy({ rules, omitStages }: AuditPolicy): FieldError[] {
  return [
    ...validateStages(omitStages, FieldPath.of('omitStages')),
    ...rules.flatMap((rule, index) => validateRule(rule, FieldPath.of('rules').index(index))),
  ];
}

function validateRule(rule: AuditRule, path: FieldPath): FieldError[] {
  const { level, nonResourceURLs, resources, namespaces, omitStages } = rule;
  const errors = [
    ...validateLevel(level, path.child('level')),
    ...nonResourceURLs.flatMap((url, index) => validateUrl(url, path.child('nonResourceURLs').index(index))),
    ...resources.flatMap((one) => validateResources(one, path.child('resources'))),
    ...validateStages(omitStages, path.child('omitStages')),
  ];
  if (nonResourceURLs.length > 0 && resources.length + namespaces.length > 0) {
    const problem = 'rules cannot apply to both regular resources and non-resource URLs';
    errors.push(path.child('nonResourceURLs').invalid([...nonResourceURLs], problem));
  }
  return errors;
}

function validateLevel(level: string, path: FieldPath): FieldError[] {
  if (level === '') return [path.required()];
  return (auditLevels as readonly string[]).includes(level) ? [] : [path.notSupported(level, [...auditLevels])];
}

function validateUrl(url: string, path: FieldPath): FieldError[] {
  if (url === '*') return [];
  const errors: FieldError[] = [];
  if (!url.startsWith('/')) {
    errors.push(path.invalid(url, "non-resource URL rules must begin with a '/' character"));
  }
  if (url.slice(0, -1).includes('*')) {
    errors.push(path.invalid(url, "non-resource URL wildcards '*' must be the final character of the rule"));
  }
  return errors;
}

function validateResources({ group, resources, resourceNames }: AuditedResources, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const problems = group === '' || group === '*' ? [] : checkDns1123Subdomain(group);
  if (problems.length > 0) errors.push(path.child('group').invalid(group, problems.join(',')));
  if (resourceNames.length > 0 && resources.length === 0) {
    const problem = 'using resourceNames requires at least one resource';
    errors.push(path.child('resourceNames').invalid([...resourceNames], problem));
  }
  return errors;
}

function validateStages(stages: readonly string[], path: FieldPath): FieldError[] {
  const allowed: readonly string[] = auditStages;
  return stages.flatMap((stage, index) =>
    allowed.includes(stage) ? [] : [path.index(index).invalid(stage, `allowed stages are ${auditStages.join(',')}`)],
  );
}
