// Follows staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)

import { cborCodec } from '../../apimachinery/codec/index.js';
import type { GroupVersionKind } from '../../apimachinery/meta/index.js';
import { patchTypes as allPatchTypes, strategicMergePatchType, withCborApply } from '../../apimachinery/patch/index.js';
import type { VerbShape } from '../dialect/index.js';
import type { ConnectSubresource, Verb } from '../registry/index.js';
import { connectOperations, queryParametersOf } from './connect-operations.js';
import { models } from './model-names.js';
import { operationId } from './operation-ids.js';
import { isInNamespace, type Place, pathOf, subjectOf, type Target } from './operation-target.js';
import type { Body, Operation, Result } from './operations.js';
import { nameParameter, namespaceParameter, pretty } from './parameters.js';
import { publishingOf } from './typed-publishing.js';
import { shapes, watchListShape } from './verb-shapes.js';

export function resourceOperations(target: Target): Operation[] {
  const { resource, version } = target;
  const subresources = Object.entries(resource.subresources(version));
  return [
    ...resource.verbs.flatMap((verb) => operationsOf(target, verb)),
    ...subresources.flatMap(([name, definition]) => {
      if (!definition) return [];
      if ('connect' in definition) return operationsOfConnected(target, name, definition);
      return definition.verbs.flatMap((verb) => operationsOf(target, verb, name));
    }),
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

function operationsOf(target: Target, verb: Verb, subresource?: string): Operation[] {
  const { resource } = target;
  const { isNamespaced } = resource;
  const shape = publishingOf(resource).shapeOf(verb, resource.verbs);
  if (!shape) return [];
  if (verb === 'watch') {
    if (subresource !== undefined) return [];
    const below = { below: 'watch/' };
    return [
      operation(target, shape, below),
      operation(target, watchListShape, { ...below, idSuffix: 'List' }),
      ...(isNamespaced
        ? [operation(target, watchListShape, { ...below, idSuffix: 'ListForAllNamespaces', allNamespaces: true })]
        : []),
    ];
  }
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
    consumes: body?.contentTypes ?? publishingOf(resource).consumes,
    produces: publishingOf(resource).produces(mediaTypes, shape.gives),
    statuses: shape.statuses,
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
  const { scaleKind } = publishingOf(resource);
  if (subresource === 'scale' && scaleKind) return scaleKind;
  return { group: resource.group, version, kind: resource.definition.kind };
}

/** Some resources return the deleted object. */
function resultOf(target: Target, shape: VerbShape, place: Place): Result {
  const { returnsDeletedObject } = target.resource.definition.strategy ?? {};
  const showsDeleted = shape.action === 'delete' && returnsDeletedObject === true;
  return { model: modelOf(target, showsDeleted ? 'object' : shape.gives, place) };
}

function bodyOf(target: Target, { takes }: VerbShape, place: Place): Body | undefined {
  if (takes === undefined) return undefined;
  if (takes === 'patch') return { model: models.patch, isRequired: true, contentTypes: patchTypesOf(target) };
  const isRequired = takes === 'object';
  return { model: modelOf(target, takes, place), isRequired, contentTypes: publishingOf(target.resource).consumes };
}

/** Strategic merge requires a schema that defines how lists are merged. */
function patchTypesOf({ resource, version, mediaTypes }: Target): readonly string[] {
  const { patchTypes: known = allPatchTypes } = resource.dialect;
  const patchTypes = mediaTypes.includes(cborCodec.mediaType) ? withCborApply(known) : known;
  if (resource.version(version).schema !== undefined) return patchTypes;
  return patchTypes.filter((type) => type !== strategicMergePatchType);
}

type Exchanged = VerbShape['gives'] | 'deleteOptions';

function modelOf(target: Target, what: Exchanged, { subresource, objectKind }: Place): string {
  const { objectModel, listModel } = target;
  if (what === 'object' && objectKind) return target.modelOf(objectKind);
  if (what === 'object') return subresource === 'scale' ? models.scale : objectModel;
  return what === 'list' ? listModel : models[what];
}
