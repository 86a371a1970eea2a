// Follows pkg/apis/admissionregistration/validation/validation.go (v1.36)
// Follows pkg/registry/admissionregistration/validatingadmissionpolicybinding/strategy.go (v1.36)
// Follows pkg/registry/admissionregistration/mutatingadmissionpolicybinding/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type {
  MutatingAdmissionPolicyBinding,
  ParamRef,
  ValidatingAdmissionPolicyBinding,
} from '../../../../api/admissionregistration/v1.js';
import { goLabelSelectorText, validateLabelSelector } from '../../../../apimachinery/selectors/index.js';
import {
  checkDns1123Subdomain,
  checkPathSegmentName,
  type FieldError,
  FieldPath,
} from '../../../../apimachinery/validation/index.js';
import {
  generationOnly,
  type Strategy,
  type TableColumn,
  type ValidationContext,
} from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { checkedRequired, duplicates, eachItem, oneOf, requiredOneOf } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { defaultMatchResources, validateMatchResources, validateMutatedOperations } from '../match-resources.js';
import { refusesStaticNames, warnsOfStaticNames } from '../static-names.js';

type Binding = ValidatingAdmissionPolicyBinding | MutatingAdmissionPolicyBinding;

const columns: readonly TableColumn<Binding>[] = [
  nameColumn,
  textColumn('PolicyName', 'spec.policyName', {
    description: 'PolicyName indicates the policy definition which the policy binding binded to',
  }),
  textColumn('ParamRef', ({ spec }) => paramText(spec.paramRef), {
    description: 'ParamRef indicates the param resource which sets the configuration param',
  }),
  ageColumn,
];

function strategyOf<Type extends Binding>(validateSpec: (binding: Type) => FieldError[]): Strategy<Type> {
  const validate = (binding: Type, context: ValidationContext) => [
    ...context.validateMetadata(),
    ...validateBinding(binding),
    ...validateSpec(binding),
  ];
  return generationOnly<Type>({
    ...warnsOfStaticNames,
    allowUnconditionalUpdate: false,
    validate: refusesStaticNames(validate),
    validateUpdate: ({ object }, context) => validate(object, context),
  });
}

export const validatingAdmissionPolicyBindings = builtInResource<ValidatingAdmissionPolicyBinding>(
  'admissionregistration.k8s.io/v1',
  'ValidatingAdmissionPolicyBinding',
  {
    plural: 'validatingadmissionpolicybindings',
    categories: ['api-extensions'],
    scope: 'Cluster',
    columns,
    applyDefaults,
    otherVersions: { v1beta1: { removed: '1.34', deprecation: { since: 31, until: 34 } } },
    strategy: strategyOf(validateActions),
  },
);

export const mutatingAdmissionPolicyBindings = builtInResource<MutatingAdmissionPolicyBinding>(
  'admissionregistration.k8s.io/v1',
  'MutatingAdmissionPolicyBinding',
  {
    plural: 'mutatingadmissionpolicybindings',
    storageVersion: 'v1beta1',
    workingVersion: 'v1',
    categories: ['api-extensions'],
    scope: 'Cluster',
    columns,
    applyDefaults,
    introduced: '1.36',
    otherVersions: {
      v1beta1: { introduced: '1.34' },
      v1alpha1: { applyDefaults: applyFirstDefaults, deprecation: { since: 35, until: 38 } },
    },
    strategy: strategyOf(({ spec }) => validateMutatedOperations(spec.matchResources, path.child('matchResources'))),
  },
);

const path = FieldPath.of('spec');
const actions = ['Audit', 'Deny', 'Warn'];
const missingActions = ['Deny', 'Allow'];

function applyDefaults({ spec }: Binding): void {
  defaultMatchResources(spec.matchResources);
}

/** In the first version, `parameterNotFoundAction` was optional. */
function applyFirstDefaults(binding: Binding): void {
  applyDefaults(binding);
  const { paramRef } = binding.spec;
  if (paramRef) paramRef.parameterNotFoundAction ??= 'Deny';
}

function paramText({ name, namespace, selector }: ParamRef = {}): string {
  if (name) return `${namespace || '*'}/${name}`;
  return selector ? goLabelSelectorText(selector) : '<unset>';
}

function validateBinding({ spec: { policyName, paramRef, matchResources } }: Binding): FieldError[] {
  return [
    ...checkedRequired(policyName, checkDns1123Subdomain, path.child('policyName')),
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
    ...(name === '' ? [] : place.child('name').check(name, checkPathSegmentName)),
    ...(name !== '' && selector ? [place.child('name').forbidden(both), place.child('selector').forbidden(both)] : []),
    ...(name === '' && !selector ? [place.required('one of name or selector must be specified')] : []),
    ...(selector ? validateLabelSelector(selector, place.child('selector')) : []),
    ...requiredOneOf(action, missingActions, place.child('parameterNotFoundAction')),
  ];
}

function validateActions({ spec }: ValidatingAdmissionPolicyBinding): FieldError[] {
  const given = spec.validationActions ?? [];
  const place = path.child('validationActions');
  if (given.length === 0) return [place.required('at least one validation action is required')];
  const duplicated = duplicates();
  const errors = eachItem(given, place, (action, item) => [
    ...oneOf(action, actions, item),
    ...duplicated(action, item),
  ]);
  if (!given.includes('Deny') || !given.includes('Warn')) return errors;
  const detail =
    'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
  return [...errors, place.invalid(given, detail)];
}
