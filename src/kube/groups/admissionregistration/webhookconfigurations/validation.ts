import { type JsonObject, type JsonValue, jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1035Label,
  duplicate,
  type FieldError,
  FieldPath,
  invalidValue,
  required,
  validateFullyQualifiedName,
} from '../../../../apimachinery/validation/index.js';
import { validateWebhookService, validateWebhookUrl } from '../../../../client/webhook/index.js';
import { checked, eachItem, oneOf, repetitions } from '../../../field-checks.js';
import {
  failurePolicies,
  matchConditionCheck,
  validateMatchConditions,
  validateMatchResources,
  validateRule,
} from '../match-resources.js';
import { type Webhook, webhooksOf } from './webhook.js';

const reviewVersions = ['v1', 'v1beta1'];
const harmless = ['None', 'NoneOnDryRun'];
const reinvocationPolicies = ['IfNeeded', 'Never'];
const maxSeconds = 30;

/** `old`: the stored configuration, on update. */
export function validateWebhookConfiguration(configuration: JsonObject, old?: JsonObject): FieldError[] {
  const hooks = webhooksOf(configuration);
  const checkConditions = matchConditionsRule(hooks, old && webhooksOf(old));
  const isRepeated = repetitions(hooks.map(({ name }) => name));
  return eachItem(hooks, FieldPath.of('webhooks'), (hook, path, index) => [
    ...validateWebhook(hook, path),
    ...checkConditions(hook.matchConditions, path.child('matchConditions')),
    ...validateVersions(hook.admissionReviewVersions ?? [], path.child('admissionReviewVersions')),
    ...(hook.name !== '' && isRepeated(index) ? [duplicate(path.child('name'), hook.name)] : []),
  ]);
}

type MatchConditionsRule = (list: Webhook['matchConditions'], path: FieldPath) => FieldError[];

/** Match conditions are validated again only if they change. */
function matchConditionsRule(hooks: readonly Webhook[], old: readonly Webhook[] | undefined): MatchConditionsRule {
  const conditionsOf = (list: readonly Webhook[]) =>
    list.map(({ matchConditions = [] }) => matchConditions) as unknown as JsonValue;
  if (old && jsonEqual(conditionsOf(hooks), conditionsOf(old))) return () => [];
  const stored = new Set(old?.flatMap(({ matchConditions = [] }) => matchConditions.map((each) => each.expression)));
  const check = matchConditionCheck({ hasParams: false, isStored: (source) => stored.has(source) });
  return (list, path) => validateMatchConditions(list, path, check);
}

function validateWebhook(hook: Webhook, path: FieldPath): FieldError[] {
  const { failurePolicy, reinvocationPolicy, timeoutSeconds: seconds = 1 } = hook;
  const timeout = path.child('timeoutSeconds');
  const isInTime = seconds >= 1 && seconds <= maxSeconds;
  return [
    ...validateFullyQualifiedName(hook.name, path.child('name')),
    ...eachItem(hook.rules, path.child('rules'), validateRule),
    ...(failurePolicy === undefined ? [] : oneOf(failurePolicy, failurePolicies, path.child('failurePolicy'))),
    ...validateSideEffects(hook.sideEffects ?? undefined, path.child('sideEffects')),
    ...(isInTime ? [] : [invalidValue(timeout, seconds, 'the timeout value must be between 1 and 30 seconds')]),
    ...validateMatchResources(hook, path),
    ...(reinvocationPolicy === undefined
      ? []
      : oneOf(reinvocationPolicy, reinvocationPolicies, path.child('reinvocationPolicy'))),
    ...validateClient(hook.clientConfig, path.child('clientConfig')),
  ];
}

function validateSideEffects(sideEffects: string | undefined, path: FieldPath): FieldError[] {
  if (sideEffects === undefined) return [required(path, `must specify one of ${harmless.join(', ')}`)];
  return oneOf(sideEffects, harmless, path);
}

function validateVersions(versions: readonly string[], path: FieldPath): FieldError[] {
  const known = reviewVersions.join(', ');
  if (versions.length === 0) return [required(path, `must specify one of ${known}`)];
  const isRepeated = repetitions(versions);
  const errors = eachItem(versions, path, (version, place, index) =>
    isRepeated(index)
      ? [invalidValue(place, version, 'duplicate version')]
      : checked(version, checkDns1035Label, place),
  );
  if (versions.some((version) => reviewVersions.includes(version))) return errors;
  return [...errors, invalidValue(path, [...versions], `must include at least one of ${known}`)];
}

function validateClient({ url, service }: Webhook['clientConfig'], path: FieldPath): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [required(path, 'exactly one of url or service is required')];
  }
  if (url !== undefined) return validateWebhookUrl(url, path.child('url'));
  return service ? validateWebhookService(service, path.child('service')) : [];
}
