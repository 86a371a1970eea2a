import { patchTypes, strategicMergePatchType } from '../../apimachinery/patch/index.js';
import type { Resource, Verb } from '../registry/index.js';
import { models } from './model-names.js';
import { capitalize, type OperationScope, operationId } from './operation-ids.js';
import { type Body, jsonAndYaml, type Operation } from './operations.js';
import { nameParameter, namespaceParameter, pretty } from './parameters.js';
import { listOrWatchShape, shapes, type VerbShape, watchListShape, watchShape } from './verb-shapes.js';

/** A resource or subresource in one version, with the names that its operations have in common. */
export interface Target {
  readonly resource: Resource;
  readonly version: string;
  /** `apis/<group>/<version>`, or `api/<version>`. */
  readonly root: string;
  readonly scope: OperationScope;
  readonly mediaTypes: readonly string[];
  /** The models of its objects and of its lists. */
  readonly objectModel: string;
  readonly listModel: string;
}

/** Of custom resources upstream does not tell that they can be watched. */
export function resourceOperations(target: Target): Operation[] {
  const { resource, version } = target;
  const { status, scale } = resource.subresources(version);
  const verbs = resource.isCustom ? resource.verbs.filter((verb) => verb !== 'watch') : resource.verbs;
  return [
    ...verbs.flatMap((verb) => operationsOf(target, verb)),
    ...(status?.verbs ?? []).flatMap((verb) => operationsOf(target, verb, 'status')),
    ...(scale?.verbs ?? []).flatMap((verb) => operationsOf(target, verb, 'scale')),
  ];
}

const streamTypes: Readonly<Record<string, string>> = {
  'application/json': 'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf': 'application/vnd.kubernetes.protobuf;stream=watch',
  'application/cbor': 'application/cbor-seq',
};

function operationsOf(target: Target, verb: Verb, subresource?: string): Operation[] {
  const { isNamespaced, isCustom, verbs } = target.resource;
  if (verb === 'watch') {
    if (subresource !== undefined) return [];
    const below = { below: 'watch/' };
    return [
      operation(target, watchShape, below),
      operation(target, watchListShape, { ...below, idSuffix: 'List' }),
      ...(isNamespaced
        ? [operation(target, watchListShape, { ...below, idSuffix: 'ListForAllNamespaces', allNamespaces: true })]
        : []),
    ];
  }
  const shape = verb === 'list' && verbs.includes('watch') && !isCustom ? listOrWatchShape : shapes[verb];
  const place: Place = subresource === undefined ? {} : { subresource };
  if (verb !== 'list' || !isNamespaced) return [operation(target, shape, place)];
  return [
    operation(target, shape, place),
    operation(target, shape, { ...place, idSuffix: 'ForAllNamespaces', allNamespaces: true }),
  ];
}

/** Where an operation is, other than on the resource itself. */
interface Place {
  readonly subresource?: string;
  /** What stands between the group version and the resource. */
  readonly below?: string;
  readonly allNamespaces?: boolean;
  readonly idSuffix?: string;
}

function operation(target: Target, shape: VerbShape, place: Place): Operation {
  const { resource, version, scope, mediaTypes } = target;
  const { kind } = resource.definition;
  const { subresource, allNamespaces = false, idSuffix = '' } = place;
  const isInNamespace = resource.isNamespaced && !allNamespaces;
  const isStream = !resource.isCustom && (shape.gives === 'list' || shape.gives === 'watchEvent');
  const body = bodyOf(target, shape, place);
  const subject = `${shape.idSubject ?? ''}${isInNamespace ? 'Namespaced' : ''}${kind}${capitalize(subresource ?? '')}`;
  return {
    path: pathOf(target, shape, place),
    method: shape.method,
    id: operationId(shape.idVerb, scope, `${subject}${idSuffix}`),
    tag: scope.tag,
    description: shape.describe(kind, subresource),
    about: {
      action: shape.action,
      kind:
        subresource === 'scale' && !resource.isCustom
          ? { group: 'autoscaling', version: 'v1', kind: 'Scale' }
          : { group: resource.group, version, kind },
    },
    parameters: [
      pretty,
      ...shape.parameters,
      ...(isNamed(shape, place) ? [nameParameter(kind)] : []),
      ...(isInNamespace ? [namespaceParameter] : []),
    ],
    consumes: body?.contentTypes ?? contentTypesOf(target),
    produces: isStream ? [...mediaTypes, ...mediaTypes.flatMap((type) => streamTypes[type] ?? [])] : mediaTypes,
    statuses: resource.isCustom && shape.method === 'patch' ? ['200'] : shape.statuses,
    result: modelOf(target, shape.gives, place),
    ...(body && { body }),
  };
}

/** A subresource is always that of a named object. */
function isNamed(shape: VerbShape, { subresource }: Place): boolean {
  return shape.isNamed || subresource !== undefined;
}

function pathOf({ resource, root }: Target, shape: VerbShape, place: Place): string {
  const { below = '', allNamespaces = false, subresource } = place;
  const namespace = resource.isNamespaced && !allNamespaces ? 'namespaces/{namespace}/' : '';
  const name = `${isNamed(shape, place) ? '/{name}' : ''}${subresource === undefined ? '' : `/${subresource}`}`;
  return `/${root}/${below}${namespace}${resource.definition.plural}${name}`;
}

function bodyOf(target: Target, { takes }: VerbShape, place: Place): Body | undefined {
  if (takes === undefined) return undefined;
  if (takes === 'patch') return { model: models.patch, isRequired: true, contentTypes: patchTypesOf(target) };
  const isRequired = takes === 'object';
  return { model: modelOf(target, takes, place), isRequired, contentTypes: contentTypesOf(target) };
}

function contentTypesOf({ resource }: Target): readonly string[] {
  return resource.isCustom ? jsonAndYaml : ['*/*'];
}

/** Strategic merge is for resources whose schema says how lists are merged, which custom resources do not have. */
function patchTypesOf({ resource, version }: Target): readonly string[] {
  const isStrategic = resource.version(version).schema !== undefined && !resource.isCustom;
  return isStrategic ? patchTypes : patchTypes.filter((type) => type !== strategicMergePatchType);
}

type Exchanged = VerbShape['gives'] | 'deleteOptions';

function modelOf({ objectModel, listModel }: Target, what: Exchanged, { subresource }: Place): string {
  if (what === 'object') return subresource === 'scale' ? models.scale : objectModel;
  return what === 'list' ? listModel : models[what];
}
