// Follows pkg/apis/networking/validation/validation.go (v1.36)
// Follows pkg/registry/networking/ingressclass/strategy.go (v1.36)
// Follows pkg/apis/networking/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { IngressClass, IngressClassParametersReference, IngressClassSpec } from '../../../../api/networking/v1.js';
import { annotationsOf } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  type FieldError,
  FieldPath,
  validateDomainPrefixedPath,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import { generationOnly, type ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { oneOf } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import { validateObjectReference } from '../object-reference.js';

export const ingressClasses = builtInResource<IngressClass>('networking.k8s.io/v1', 'IngressClass', {
  plural: 'ingressclasses',
  scope: 'Cluster',
  columns: [
    { ...nameColumn, valueOf: shownName },
    textColumn('Controller', 'spec.controller', 'Controller that is responsible for handling this class'),
    textColumn('Parameters', ({ spec }) => parametersText(spec), {
      description: 'A reference to a resource with additional parameters',
    }),
    ageColumn,
  ],
  applyDefaults: ({ spec: { parameters } }) => {
    if (parameters) parameters.scope ??= 'Cluster';
  },
  strategy: generationOnly({
    validate: validateClass,
    validateUpdate: ({ object, old }, context) => {
      const [after = '', before = ''] = [object.spec.controller, old.spec.controller];
      return [
        ...validateMetadataUpdate(object, context),
        ...validateImmutableField(after, before, path.child('controller')),
        ...validateClass(object, context),
      ];
    },
  }),
});

const path = FieldPath.of('spec');
const maxControllerLength = 250;
const scopes = ['Cluster', 'Namespace'];
const defaultAnnotation = 'ingressclass.kubernetes.io/is-default-class';

function shownName(object: IngressClass): string {
  const { name = '' } = object.metadata;
  return annotationsOf(object)[defaultAnnotation] === 'true' ? `${name} (default)` : name;
}

function parametersText({ parameters }: IngressClassSpec): string {
  if (parameters === undefined) return '<none>';
  const { kind, apiGroup, name } = parameters;
  return typeof apiGroup === 'string' ? `${kind}.${apiGroup}/${name}` : `${kind}/${name}`;
}

function validateClass(object: IngressClass, context: ValidationContext): FieldError[] {
  const { controller = '', parameters } = object.spec;
  const place = path.child('controller');
  return [
    ...validateMetadata(object, context),
    ...(Buffer.byteLength(controller) > maxControllerLength ? [place.tooLong(maxControllerLength)] : []),
    ...validateDomainPrefixedPath(controller, place),
    ...(parameters ? validateParameters(parameters, path.child('parameters')) : []),
  ];
}

function validateParameters(parameters: IngressClassParametersReference, place: FieldPath): FieldError[] {
  const { scope, namespace } = parameters;
  const errors = validateObjectReference(parameters, place);
  if (scope === null) return [...errors, place.child('scope').required()];
  return [...errors, ...oneOf(scope, scopes, place.child('scope')), ...namespaceErrors(scope, namespace, place)];
}

function namespaceErrors(scope: string, namespace: string | undefined, place: FieldPath): FieldError[] {
  const field = place.child('namespace');
  if (scope === 'Namespace') {
    return namespace === undefined
      ? [field.required("`parameters.scope` is set to 'Namespace'")]
      : field.check(namespace, checkDns1123Label);
  }
  const isWrong = scope === 'Cluster' && namespace !== undefined;
  return isWrong ? [field.forbidden("`parameters.scope` is set to 'Cluster'")] : [];
}
