// Follows staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)

import type { Method, Parameter } from '../dialect/index.js';
import type { ConnectSubresource } from '../registry/index.js';
import { capitalize, operationId } from './operation-ids.js';
import { isInNamespace, type Place, pathOf, subjectOf, type Target } from './operation-target.js';
import type { Operation } from './operations.js';
import { nameParameter, namespaceParameter, pathParameter } from './parameters.js';

const anything: readonly string[] = ['*/*'];
const allMethods: readonly Method[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
const streamMethods: readonly Method[] = ['get', 'post'];

/** Query parameters of a subresource. */
export function queryParametersOf({ parameters = [] }: ConnectSubresource): Parameter[] {
  return parameters.map((parameter) => ({ ...parameter, in: 'query' }));
}

/** Operations of a connect subresource, one per method; a proxy also has the paths below it. */
export function connectOperations(target: Target, subresource: string, connected: ConnectSubresource): Operation[] {
  const place: Place = { subresource };
  const parameters = queryParametersOf(connected);
  if (!connected.connection?.isProxy) {
    return streamMethods.map((method) => connectOperation(target, connected, { method, place, parameters }));
  }
  const below: Place = { subresource, idSuffix: 'WithPath' };
  return allMethods.flatMap((method) => {
    const inside = connectOperation(target, connected, {
      method,
      place: below,
      parameters: [...parameters, pathParameter],
    });
    return [
      connectOperation(target, connected, { method, place, parameters }),
      { ...inside, path: `${inside.path}/{path}` },
    ];
  });
}

interface ConnectMethod {
  readonly method: Method;
  readonly place: Place;
  readonly parameters: readonly Parameter[];
}

function connectOperation(
  target: Target,
  { connection }: ConnectSubresource,
  { method, place, parameters }: ConnectMethod,
): Operation {
  const { resource, version, scope } = target;
  const { kind } = resource.definition;
  return {
    path: pathOf(target, place, { isNamed: true }),
    method,
    id: operationId('connect', scope, `${capitalize(method)}${subjectOf(target, place)}`),
    tag: scope.tag,
    description: `connect ${method.toUpperCase()} requests to ${place.subresource} of ${kind}`,
    about: { action: 'connect', kind: { group: resource.group, version, kind: connection?.kind ?? kind } },
    parameters: [
      ...parameters,
      nameParameter(connection?.kind ?? kind),
      ...(isInNamespace(target, place) ? [namespaceParameter] : []),
    ],
    consumes: anything,
    produces: anything,
    statuses: ['200'],
    result: 'text',
  };
}
