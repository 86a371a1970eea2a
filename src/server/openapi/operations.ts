// Follows staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)
// Follows vendor/k8s.io/kube-openapi/pkg/builder3/openapi.go (v1.36)

import type { GroupVersionKind, JsonObject } from '../../apimachinery/meta/index.js';
import type { Method, Parameter, SuccessStatus } from '../dialect/index.js';
import { models } from './model-names.js';
import { type OperationScope, operationId, operationScope } from './operation-ids.js';

/** The request body of an operation. */
export interface Body {
  readonly model: string;
  readonly isRequired: boolean;
  readonly contentTypes: readonly string[];
}

/** One method of one path, independent of the OpenAPI version. */
export interface Operation {
  readonly path: string;
  readonly method: Method;
  readonly id: string;
  readonly tag: string;
  readonly description: string;
  /** Unset if the operation belongs to no kind. */
  readonly about?: { readonly action: string; readonly kind: GroupVersionKind };
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  /** Content types that clients may send; v2 publishes them even without a body. */
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** Success statuses; each has `result` as its body: a model, or text. */
  readonly statuses: readonly SuccessStatus[];
  readonly result: Result;
}

export type Result = { readonly model: string } | 'text';

const statusTexts: Readonly<Record<SuccessStatus, string>> = {
  '200': 'OK',
  '201': 'Created',
  '202': 'Accepted',
};

/** The responses of an operation; those that succeed have a body, in the notation of the OpenAPI version. */
export function responsesOf({ statuses }: Operation, body: JsonObject): JsonObject {
  const succeeding = statuses.map((status) => [status, { description: statusTexts[status], ...body }]);
  return { ...Object.fromEntries(succeeding), '401': { description: 'Unauthorized' } };
}

/** The extensions that relate an operation to a kind. */
export function kindExtensions({ about }: Operation): JsonObject {
  return about ? { 'x-kubernetes-action': about.action, 'x-kubernetes-group-version-kind': { ...about.kind } } : {};
}

export const jsonAndYaml: readonly string[] = ['application/json', 'application/yaml'];
const allForms: readonly string[] = [...jsonAndYaml, 'application/vnd.kubernetes.protobuf'];

/** The GET operation of a path that belongs to no resource. */
function inquiry(
  path: string,
  scope: OperationScope,
  rest: Pick<Operation, 'id' | 'description' | 'result'>,
): Operation {
  return {
    path,
    method: 'get',
    tag: scope.tag,
    parameters: [],
    consumes: allForms,
    produces: allForms,
    statuses: ['200'],
    ...rest,
  };
}

export function coreVersionsOperation(): Operation {
  const scope = operationScope('');
  return inquiry('/api/', scope, {
    id: operationId('get', scope, 'APIVersions'),
    description: 'get available API versions',
    result: { model: models.apiVersions },
  });
}

export function groupsOperation(): Operation {
  return inquiry(
    '/apis/',
    { tag: 'apis', infix: '' },
    {
      id: 'getAPIVersions',
      description: 'get available API versions',
      result: { model: models.apiGroupList },
    },
  );
}

export function groupOperation(group: string): Operation {
  const scope = operationScope(group);
  return inquiry(`/apis/${group}/`, scope, {
    id: operationId('get', scope, 'APIGroup'),
    description: 'get information of a group',
    result: { model: models.apiGroup },
  });
}

/** In the media types that the group version is served in. */
export function resourcesOperation(path: string, scope: OperationScope, mediaTypes: readonly string[]): Operation {
  const operation = inquiry(`/${path}/`, scope, {
    id: operationId('get', scope, 'APIResources'),
    description: 'get available resources',
    result: { model: models.apiResourceList },
  });
  const forms = [...allForms, ...mediaTypes.filter((type) => !allForms.includes(type))];
  return { ...operation, consumes: forms, produces: forms };
}

/** A text document at its own path. */
export interface TextDocument extends Pick<Operation, 'path' | 'id' | 'tag' | 'description'> {
  readonly mediaType: string;
}

export function textOperation({ path, id, tag, description, mediaType }: TextDocument): Operation {
  const operation = inquiry(`${path}/`, { tag, infix: '' }, { id, description, result: 'text' });
  return { ...operation, consumes: [], produces: [mediaType] };
}

export function versionOperation(): Operation {
  const operation = inquiry(
    '/version/',
    { tag: 'version', infix: '' },
    {
      id: 'getCodeVersion',
      description: 'get the version information for this server',
      result: { model: models.versionInfo },
    },
  );
  return { ...operation, consumes: ['application/json'], produces: ['application/json'] };
}
