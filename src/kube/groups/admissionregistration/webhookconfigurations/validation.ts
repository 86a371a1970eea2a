// Follows pkg/apis/admissionregistration/validation/validation.go (v1.36)

import type { WebhookClientConfig } from '../../../../api/admissionregistration/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1035Label,
  type FieldError,
  FieldPath,
  validateFullyQualifiedName,
} from '../../../../apimachinery/validation/index.js';
import { validateWebhookService, validateWebhookUrl } from '../../../../client/webhook/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { eachItem, oneOf, repetitionsIn } from '../../../field-checks.js';
import {
  failurePolicies,
  matchConditionCheck,
  validateMatchConditions,
  validateMatchResources,
  validateRule,
} from '../match-resources.js';
import type { Webhook } from './webhook.js';

const reviewVersions = ['v1', 'v1beta1'];
const harmless = ['None', 'NoneOnDryRun'];
const allSideEffects = ['None', 'NoneOnDryRun', 'Some', 'Unknown'];
const reinvocationPolicies = ['IfNeeded', 'Never'];
const maxSeconds = 30;

/** `old`: the stored webhooks, on update. */
export function validateWebhooks(
  hooks: readonly Webhook[],
  context: ValidationContext,
  old?: readonly Webhook[],
): FieldError[] {
  const checkConditions = matchConditionsRule(hooks, old);
  const tolerance = toleranceOf(old ?? []);
  const isRepeated = repetitionsIn(tolerance.repeatedNames ? [] : hooks.map(({ name }) => name));
  const ofHooks = eachItem(hooks, FieldPath.of('webhooks'), (hook, path, index) => [
    ...validateWebhook(hook, path, tolerance),
    ...checkConditions(hook.matchConditions, path.child('matchConditions')),
    ...validateVersions(hook.admissionReviewVersions ?? [], path.child('admissionReviewVersions'), tolerance),
    ...(hook.name !== '' && isRepeated[index] ? [path.child('name').duplicate(hook.name)] : []),
  ]);
  return [...context.validateMetadata(), ...ofHooks];
}

/** What v1beta1 allowed, and is accepted as long as the stored webhooks have it. */
interface Tolerance {
  readonly sideEffects: boolean;
  readonly unknownVersions: boolean;
  readonly repeatedNames: boolean;
}

function toleranceOf(old: readonly Webhook[]): Tolerance {
  return {
    sideEffects: old.some(({ sideEffects }) => !harmless.includes(sideEffects ?? '')),
    unknownVersions: old.some(
      ({ admissionReviewVersions: versions }) => (versions?.length ?? 0) > 0 && !hasKnownVersion(versions ?? []),
    ),
    repeatedNames: new Set(old.map(({ name }) => name)).size < old.length,
  };
}

function hasKnownVersion(versions: readonly string[]): boolean {
  return versions.some((version) => reviewVersions.includes(version));
}

type MatchConditionsRule = (list: Webhook['matchConditions'], path: FieldPath) => FieldError[];

/** Match conditions are validated again only if they change. */
function matchConditionsRule(hooks: readonly Webhook[], old: readonly Webhook[] | undefined): MatchConditionsRule {
  const conditionsOf = (list: readonly Webhook[]) => list.map(({ matchConditions = [] }) => matchConditions);
  if (old && jsonEqual(conditionsOf(hooks), conditionsOf(old))) return () => [];
  const stored = new Set(old?.flatMap(({ matchConditions = [] }) => matchConditions.map((each) => each.expression)));
  const check = matchConditionCheck({ hasParams: false, isStored: (source) => stored.has(source) });
  return (list, path) => validateMatchConditions(list, path, check);
}

function validateWebhook(hook: Webhook, path: FieldPath, tolerance: Tolerance): FieldError[] {
  const { failurePolicy, reinvocationPolicy, timeoutSeconds: seconds = 1 } = hook;
  const timeout = path.child('timeoutSeconds');
  const isInTime = seconds >= 1 && seconds <= maxSeconds;
  return [
    ...validateFullyQualifiedName(hook.name, path.child('name')),
    ...eachItem(hook.rules, path.child('rules'), validateRule),
    ...oneOf(failurePolicy, failurePolicies, path.child('failurePolicy')),
    ...validateSideEffects(hook.sideEffects ?? undefined, path.child('sideEffects'), tolerance),
    ...(isInTime ? [] : [timeout.invalid(seconds, 'the timeout value must be between 1 and 30 seconds')]),
    ...validateMatchResources(hook, path),
    ...oneOf(reinvocationPolicy, reinvocationPolicies, path.child('reinvocationPolicy')),
    ...validateClient(hook.clientConfig, path.child('clientConfig')),
  ];
}

function validateSideEffects(sideEffects: string | undefined, path: FieldPath, tolerance: Tolerance): FieldError[] {
  const allowed = tolerance.sideEffects ? allSideEffects : harmless;
  if (sideEffects === undefined) return [path.required(`must specify one of ${allowed.join(', ')}`)];
  return oneOf(sideEffects, allowed, path);
}

function validateVersions(versions: readonly string[], path: FieldPath, tolerance: Tolerance): FieldError[] {
  const known = reviewVersions.join(', ');
  if (versions.length === 0) return [path.required(`must specify one of ${known}`)];
  const isRepeated = repetitionsIn(versions);
  const errors = eachItem(versions, path, (version, place, index) =>
    isRepeated[index] ? [place.invalid(version, 'duplicate version')] : place.check(version, checkDns1035Label),
  );
  if (tolerance.unknownVersions || hasKnownVersion(versions)) return errors;
  return [...errors, path.invalid([...versions], `must include at least one of ${known}`)];
}

function validateClient({ url, service }: WebhookClientConfig, path: FieldPath): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [path.required('exactly one of url or service is required')];
  }
  if (url !== undefined) return validateWebhookUrl(url, path.child('url'));
  return service ? validateWebhookService(service, path.child('service')) : [];
}
