import { type JsonObject, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { type LabelSelectorSpec, validateLabelSelector } from '../../../../apimachinery/selectors/index.js';
import {
  checkDns1123Subdomain,
  checkPathSegmentName,
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  required,
} from '../../../../apimachinery/validation/index.js';
import { defineResource, type Strategy, type TableColumn } from '../../../../server/registry/index.js';
import { checked, countGeneration, eachItem, oneOf, repetitions } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion, earlierVersion } from '../../../types/index.js';
import {
  defaultMatch,
  defaultScopes,
  type MatchResources,
  validateMatchResources,
  validateMutatedOperations,
} from '../match-resources.js';
import { warnsOfStaticNames } from '../static-names.js';

interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
  readonly validationActions?: readonly string[];
}

interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelectorSpec;
  parameterNotFoundAction?: string;
}

const columns: readonly TableColumn[] = [
  nameColumn,
  textColumn('PolicyName', (binding) => specOf(binding).policyName ?? ''),
  textColumn('ParamRef', (binding) => paramText(specOf(binding).paramRef)),
  ageColumn,
];

function strategyOf(validate: (binding: JsonObject) => FieldError[]): Strategy {
  return {
    ...warnsOfStaticNames,
    allowUnconditionalUpdate: false,
    prepareForCreate: (binding) => {
      mutableMetadataOf(binding)['generation'] = 1;
    },
    prepareForUpdate: (change) => countGeneration(change, ['spec']),
    validate,
    validateUpdate: ({ object }) => validate(object),
  };
}

export const validatingAdmissionPolicyBindings = defineResource({
  kind: 'ValidatingAdmissionPolicyBinding',
  plural: 'validatingadmissionpolicybindings',
  categories: ['api-extensions'],
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', {
      columns,
      applyDefaults,
    }),
  },
  strategy: strategyOf((binding) => [...validateBinding(binding), ...validateActions(binding)]),
});

export const mutatingAdmissionPolicyBindings = defineResource({
  kind: 'MutatingAdmissionPolicyBinding',
  plural: 'mutatingadmissionpolicybindings',
  hashedVersion: 'v1beta1',
  categories: ['api-extensions'],
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('admissionregistration.k8s.io/v1', 'MutatingAdmissionPolicyBinding', { columns, applyDefaults }),
    v1beta1: earlierVersion('admissionregistration.k8s.io/v1beta1', 'MutatingAdmissionPolicyBinding', {
      columns,
      applyDefaults,
    }),
    v1alpha1: earlierVersion('admissionregistration.k8s.io/v1alpha1', 'MutatingAdmissionPolicyBinding', {
      columns,
      applyDefaults: applyFirstDefaults,
      deprecation: { since: 35, until: 38 },
    }),
  },
  strategy: strategyOf((binding) => [
    ...validateBinding(binding),
    ...validateMutatedOperations(specOf(binding).matchResources, path.child('matchResources')),
  ]),
});

const path = FieldPath.of('spec');
const actions = ['Audit', 'Deny', 'Warn'];
const missingActions = ['Deny', 'Allow'];

function specOf({ spec }: JsonObject): BindingSpec {
  return (spec ?? {}) as unknown as BindingSpec;
}

function applyDefaults(binding: JsonObject): void {
  const { matchResources: match } = specOf(binding);
  if (match === undefined) return;
  defaultMatch(match);
  defaultScopes(match.resourceRules);
  defaultScopes(match.excludeResourceRules);
}

/** In the first version, `parameterNotFoundAction` was optional. */
function applyFirstDefaults(binding: JsonObject): void {
  applyDefaults(binding);
  const { paramRef } = specOf(binding);
  if (paramRef) paramRef.parameterNotFoundAction ??= 'Deny';
}

function paramText(reference: ParamRef | undefined): string {
  const { name, namespace, selector } = reference ?? {};
  if (name) return `${namespace || '*'}/${name}`;
  return selector ? goSelectorText(selector) : '<unset>';
}

/** Formatted like Go's `%v` of the struct. */
function goSelectorText({ matchLabels, matchExpressions }: LabelSelectorSpec): string {
  const labels = Object.entries(matchLabels ?? {})
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => `${key}: ${value},`);
  const expressions = (matchExpressions ?? []).map(
    ({ key, operator, values }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${(values ?? []).join(' ')}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`;
}

function validateBinding(binding: JsonObject): FieldError[] {
  const { policyName = '', paramRef, matchResources } = specOf(binding);
  const place = path.child('policyName');
  return [
    ...(policyName === '' ? [required(place, '')] : checked(policyName, checkDns1123Subdomain, place)),
    ...(paramRef ? validateParamRef(paramRef, path.child('paramRef')) : []),
    ...(matchResources ? validateMatchResources(matchResources, path.child('matchResources')) : []),
  ];
}

function validateParamRef(
  { name = '', selector, parameterNotFoundAction: action }: ParamRef,
  place: FieldPath,
): FieldError[] {
  const both = 'name and selector are mutually exclusive';
  return [
    ...(name === '' ? [] : checked(name, checkPathSegmentName, place.child('name'))),
    ...(name !== '' && selector
      ? [forbidden(place.child('name'), both), forbidden(place.child('selector'), both)]
      : []),
    ...(name === '' && !selector ? [required(place, 'one of name or selector must be specified')] : []),
    ...(selector ? validateLabelSelector(selector, place.child('selector')) : []),
    ...(!action
      ? [required(place.child('parameterNotFoundAction'), '')]
      : oneOf(action, missingActions, place.child('parameterNotFoundAction'))),
  ];
}

function validateActions(binding: JsonObject): FieldError[] {
  const given = specOf(binding).validationActions ?? [];
  const place = path.child('validationActions');
  if (given.length === 0) return [required(place, 'at least one validation action is required')];
  const isRepeated = repetitions(given);
  const errors = eachItem(given, place, (action, item, index) => [
    ...oneOf(action, actions, item),
    ...(isRepeated(index) ? [duplicate(item, action)] : []),
  ]);
  if (!given.includes('Deny') || !given.includes('Warn')) return errors;
  const detail =
    'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
  return [...errors, invalidValue(place, [...given], detail)];
}
