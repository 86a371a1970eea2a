import type { GroupVersionKind } from '../../apimachinery/meta/index.js';
import { patchTypes, strategicMergePatchType } from '../../apimachinery/patch/index.js';
import type { ConnectSubresource, Verb } from '../registry/index.js';
import { connectOperations, queryParametersOf } from './connect-operations.js';
import { models } from './model-names.js';
import { operationId } from './operation-ids.js';
import { isInNamespace, type Place, pathOf, subjectOf, type Target } from './operation-target.js';
import { type Body, jsonAndYaml, type Operation, type Result } from './operations.js';
import { nameParameter, namespaceParameter, pretty } from './parameters.js';
import { customShapes, listOrWatchShape, shapes, type VerbShape, watchListShape, watchShape } from './verb-shapes.js';

/** Upstream publishes no watch operations for custom resources. */
export function resourceOperations(target: Target): Operation[] {
  const { resource, version } = target;
  const { status, scale } = resource.subresources(version);
  const { partials = {}, connections = {} } = resource.definition;
  const wholes = { ...partials, ...(status && { status }), ...(scale && { scale }) };
  const verbs = resource.isCustom ? resource.verbs.filter((verb) => verb !== 'watch') : resource.verbs;
  return [
    ...verbs.flatMap((verb) => operationsOf(target, verb)),
    ...Object.entries(wholes).flatMap(([name, { verbs }]) => verbs.flatMap((verb) => operationsOf(target, verb, name))),
    ...Object.entries(connections).flatMap(([name, connected]) => operationsOfConnected(target, name, connected)),
  ];
}

/** Operations of a subresource with a custom handler: a connection, a create of another kind, or text. */
function operationsOfConnected(target: Target, subresource: string, connected: ConnectSubresource): Operation[] {
  const { objectKind, connection } = connected;
  if (connection) return connectOperations(target, subresource, connected);
  if (objectKind) return [operation(target, shapes.create, { subresource, objectKind })];
  const { parameters, produces, ...read } = operation(target, shapes.get, { subresource });
  return [
    {
      ...read,
      parameters: [...parameters, ...queryParametersOf(connected)],
      produces: ['text/plain', ...produces],
      result: 'text',
    },
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
  const known = isCustom ? customShapes : shapes;
  const shape = verb === 'list' && verbs.includes('watch') && !isCustom ? listOrWatchShape : known[verb];
  const place: Place = subresource === undefined ? {} : { subresource };
  if (verb !== 'list' || !isNamespaced) return [operation(target, shape, place)];
  return [
    operation(target, shape, place),
    operation(target, shape, { ...place, idSuffix: 'ForAllNamespaces', allNamespaces: true }),
  ];
}

function operation(target: Target, shape: VerbShape, place: Place): Operation {
  const { resource, scope, mediaTypes } = target;
  const { kind } = resource.definition;
  const { subresource } = place;
  const isStream = !resource.isCustom && (shape.gives === 'list' || shape.gives === 'watchEvent');
  const body = bodyOf(target, shape, place);
  const about = kindOf(target, place);
  return {
    path: pathOf(target, place, { isNamed: isNamed(shape, place) }),
    method: shape.method,
    id: operationId(shape.idVerb, scope, `${shape.idSubject ?? ''}${subjectOf(target, place)}`),
    tag: scope.tag,
    description: shape.describe(kind, subresource),
    about: { action: shape.action, kind: about },
    parameters: [
      pretty,
      ...shape.parameters,
      ...(isNamed(shape, place) ? [nameParameter(about.kind)] : []),
      ...(isInNamespace(target, place) ? [namespaceParameter] : []),
    ],
    consumes: body?.contentTypes ?? contentTypesOf(target),
    produces: isStream ? [...mediaTypes, ...mediaTypes.flatMap((type) => streamTypes[type] ?? [])] : mediaTypes,
    statuses: resource.isCustom && shape.method === 'patch' ? ['200'] : shape.statuses,
    result: resultOf(target, shape, place),
    ...(body && { body }),
  };
}

/** A subresource always belongs to a named object. */
function isNamed(shape: VerbShape, { subresource }: Place): boolean {
  return shape.isNamed || subresource !== undefined;
}

function kindOf({ resource, version }: Target, { subresource, objectKind }: Place): GroupVersionKind {
  if (objectKind) return objectKind;
  if (subresource === 'scale' && !resource.isCustom) return { group: 'autoscaling', version: 'v1', kind: 'Scale' };
  return { group: resource.group, version, kind: resource.definition.kind };
}

/** Some resources return the deleted object. */
function resultOf(target: Target, shape: VerbShape, place: Place): Result {
  const { returnsDeletedObject } = target.resource.definition.strategy ?? {};
  const showsDeleted = shape === shapes.delete && returnsDeletedObject;
  return { model: modelOf(target, showsDeleted ? 'object' : shape.gives, place) };
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

/** Strategic merge requires a schema that defines how lists are merged, which custom resources do not have. */
function patchTypesOf({ resource, version }: Target): readonly string[] {
  const isStrategic = resource.version(version).schema !== undefined && !resource.isCustom;
  return isStrategic ? patchTypes : patchTypes.filter((type) => type !== strategicMergePatchType);
}

type Exchanged = VerbShape['gives'] | 'deleteOptions';

function modelOf(target: Target, what: Exchanged, { subresource, objectKind }: Place): string {
  const { objectModel, listModel } = target;
  if (what === 'object' && objectKind) return target.modelOf(objectKind);
  if (what === 'object') return subresource === 'scale' ? models.scale : objectModel;
  return what === 'list' ? listModel : models[what];
}
