import { annotationsOf, type JsonObject, metadataOf, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  type FieldError,
  FieldPath,
  forbidden,
  required,
  tooLong,
  validateDomainPrefixedPath,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import { defineResource, type Replacement } from '../../../../server/registry/index.js';
import { checked, countGeneration, oneOf } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import type { ObjectReference } from '../ingresses/ingress.js';
import { validateObjectReference } from '../object-reference.js';

interface ClassSpec {
  readonly controller?: string;
  readonly parameters?: ParametersReference;
}

interface ParametersReference extends ObjectReference {
  scope?: string | null;
  readonly namespace?: string;
}

export const ingressClasses = defineResource({
  kind: 'IngressClass',
  plural: 'ingressclasses',
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('networking.k8s.io/v1', 'IngressClass', {
      columns: [
        { ...nameColumn, valueOf: shownName },
        textColumn('Controller', (object) => specOf(object).controller ?? ''),
        textColumn('Parameters', (object) => parametersText(specOf(object))),
        ageColumn,
      ],
      applyDefaults: (object) => {
        const { parameters } = specOf(object);
        if (parameters) parameters.scope ??= 'Cluster';
      },
    }),
  },
  strategy: {
    prepareForCreate: (object) => {
      mutableMetadataOf(object)['generation'] = 1;
    },
    prepareForUpdate: (change) => countGeneration(change, ['spec']),
    validate: validateClass,
    validateUpdate: validateClassUpdate,
  },
});

const path = FieldPath.of('spec');
const maxControllerLength = 250;
const scopes = ['Cluster', 'Namespace'];
const defaultAnnotation = 'ingressclass.kubernetes.io/is-default-class';

function specOf({ spec }: JsonObject): ClassSpec {
  return (spec ?? {}) as unknown as ClassSpec;
}

function shownName(object: JsonObject): string {
  const { name = '' } = metadataOf(object);
  return annotationsOf(object)[defaultAnnotation] === 'true' ? `${name} (default)` : name;
}

function parametersText({ parameters }: ClassSpec): string {
  if (parameters === undefined) return '<none>';
  const { kind, apiGroup, name } = parameters;
  return typeof apiGroup === 'string' ? `${kind}.${apiGroup}/${name}` : `${kind}/${name}`;
}

function validateClass(object: JsonObject): FieldError[] {
  const { controller = '', parameters } = specOf(object);
  const place = path.child('controller');
  return [
    ...(Buffer.byteLength(controller) > maxControllerLength ? [tooLong(place, '', maxControllerLength)] : []),
    ...validateDomainPrefixedPath(controller, place),
    ...(parameters ? validateParameters(parameters, path.child('parameters')) : []),
  ];
}

function validateClassUpdate({ object, old }: Replacement): FieldError[] {
  const [after, before] = [specOf(object), specOf(old)];
  const changed = validateImmutableField(after.controller ?? '', before.controller ?? '', path.child('controller'));
  return [...changed, ...validateClass(object)];
}

function validateParameters(parameters: ParametersReference, place: FieldPath): FieldError[] {
  const { scope, namespace } = parameters;
  const errors = validateObjectReference(parameters, place);
  if (typeof scope !== 'string') return [...errors, required(place.child('scope'), '')];
  return [...errors, ...oneOf(scope, scopes, place.child('scope')), ...namespaceErrors(scope, namespace, place)];
}

function namespaceErrors(scope: string, namespace: string | undefined, place: FieldPath): FieldError[] {
  const field = place.child('namespace');
  if (scope === 'Namespace') {
    return namespace === undefined
      ? [required(field, "`parameters.scope` is set to 'Namespace'")]
      : checked(namespace, checkDns1123Label, field);
  }
  const isWrong = scope === 'Cluster' && namespace !== undefined;
  return isWrong ? [forbidden(field, "`parameters.scope` is set to 'Cluster'")] : [];
}
