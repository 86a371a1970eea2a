import type { JsonObject } from '../../apimachinery/meta/index.js';

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const text = (description: string): JsonObject => ({ type: 'string', description });
const list = (items: JsonObject, description = ''): JsonObject => ({
  type: 'array',
  items,
  ...(description && { description }),
});

const serverParameter = { name: 'server', in: 'path', required: true, schema: { type: 'string' } };
const failure = { description: 'A Kubernetes Status.', content: json(reference('Status')) };
const noContent = { 204: { description: 'Done.' }, default: failure };

function idParameter(name: string): JsonObject {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function returning(code: number, description: string, schema: JsonObject): JsonObject {
  return { [code]: { description, content: json(schema) }, default: failure };
}

const handedOut = returning(
  201,
  'The first line of the response describes the server. The response stays open: when the client closes it, or ends, ' +
    'the server is gone. With `keep`, the response ends immediately.',
  reference('Server'),
);

function operation(operationId: string, summary: string, more: JsonObject): JsonObject {
  return { operationId, summary, ...more };
}

function body(schema: JsonObject, more: JsonObject = {}): JsonObject {
  return { requestBody: { required: false, content: { ...json(schema), ...more } } };
}

/** The control API of `trestle test-server`. */
export const controlOpenApi: JsonObject = {
  openapi: '3.0.3',
  info: {
    title: 'trestle test-server',
    version: '1',
    description: 'Kubernetes API servers for tests in any language: created, forked, reset and ended by HTTP requests.',
  },
  paths: {
    '/servers': {
      get: operation('listServers', 'Lists the servers.', {
        responses: returning(200, 'The servers.', {
          type: 'object',
          properties: { items: list(reference('Server')) },
        }),
      }),
      post: operation('createServer', 'Creates a server, which is ready when the response begins.', {
        ...body(reference('NewServer')),
        responses: handedOut,
      }),
    },
    '/servers/{server}': {
      parameters: [serverParameter],
      get: operation('getServer', 'Describes a server.', {
        responses: returning(200, 'The server.', reference('Server')),
      }),
      delete: operation('endServer', 'Ends a server.', { responses: noContent }),
    },
    '/servers/{server}/fork': {
      parameters: [serverParameter],
      post: operation('forkServer', 'Creates a server with the same objects.', {
        ...body({ type: 'object', properties: { keep: reference('Keep') } }),
        responses: handedOut,
      }),
    },
    '/servers/{server}/reset': {
      parameters: [serverParameter],
      post: operation('resetServer', 'Restores the objects that the server had when it was created.', {
        responses: noContent,
      }),
    },
    '/servers/{server}/objects': {
      parameters: [serverParameter],
      post: operation('loadObjects', 'Creates or updates objects; definitions first, which are then served.', {
        ...body(reference('Objects'), { 'application/yaml': { schema: { type: 'string' } } }),
        responses: noContent,
      }),
    },
    '/servers/{server}/users': {
      parameters: [serverParameter],
      post: operation('addUser', 'Creates a user, whose permissions are defined by RBAC.', {
        ...body({
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, groups: list({ type: 'string' }) },
        }),
        responses: returning(201, 'The credentials of the user.', reference('Access')),
      }),
    },
    '/servers/{server}/states': {
      parameters: [serverParameter],
      post: operation('saveState', 'Saves all objects.', {
        responses: returning(201, 'The saved state.', {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string' } },
        }),
      }),
    },
    '/servers/{server}/states/{state}/restore': {
      parameters: [serverParameter, idParameter('state')],
      post: operation('restoreState', 'Restores all objects; watches receive events.', { responses: noContent }),
    },
    '/servers/{server}/faults': {
      parameters: [serverParameter],
      get: operation('listFaults', 'Lists the faults that have not been lifted.', {
        responses: returning(200, 'The faults.', { type: 'object', properties: { items: list(reference('Fault')) } }),
      }),
      post: operation('addFault', 'Makes the next requests that match fail.', {
        ...body(reference('NewFault')),
        responses: returning(201, 'The fault.', reference('Fault')),
      }),
      delete: operation('liftFaults', 'Lifts all faults.', { responses: noContent }),
    },
    '/servers/{server}/faults/{fault}': {
      parameters: [serverParameter, idParameter('fault')],
      get: operation('getFault', 'Describes a fault.', {
        responses: returning(200, 'The fault.', reference('Fault')),
      }),
      delete: operation('liftFault', 'Lifts a fault: requests that hang are processed, held events are delivered.', {
        responses: noContent,
      }),
    },
    '/openapi.json': {
      get: operation('getOpenApi', 'This document.', {
        responses: { 200: { description: 'This document.', content: json({ type: 'object' }) } },
      }),
    },
  },
  components: {
    schemas: {
      Keep: { type: 'boolean', description: 'The server lives until it is deleted. Default: false.' },
      NewServer: {
        allOf: [reference('Objects')],
        type: 'object',
        properties: {
          flags: list({ type: 'string' }, 'Flags of kube-apiserver.'),
          controllers: list(
            { type: 'string' },
            'Names of controllers to run: * for all; none if empty. Unset: those that keep a cluster tidy.',
          ),
          keep: reference('Keep'),
        },
      },
      Objects: {
        type: 'object',
        properties: {
          paths: list({ type: 'string' }, 'YAML or JSON files, or directories, on the machine of the test server.'),
          objects: list({ type: 'object' }, 'The objects themselves.'),
        },
      },
      Access: {
        type: 'object',
        required: ['kubeconfig', 'kubeconfigFile'],
        properties: {
          kubeconfig: { type: 'object', description: 'The kubeconfig, which is also YAML.' },
          kubeconfigFile: text('A file with the kubeconfig. It exists as long as the server.'),
        },
      },
      Server: {
        allOf: [reference('Access')],
        type: 'object',
        required: ['id', 'url'],
        properties: { id: { type: 'string' }, url: text('Where the Kubernetes API is served.') },
      },
      Match: {
        type: 'object',
        description: 'Selects requests; unset fields match everything.',
        properties: {
          verb: {
            oneOf: [{ type: 'string' }, list({ type: 'string' })],
            description: 'get, list, watch, create, update, patch, delete, deletecollection',
          },
          group: text('Empty: the core group.'),
          version: { type: 'string' },
          resource: text('The plural name, such as configmaps.'),
          subresource: { type: 'string' },
          namespace: { type: 'string' },
          name: text('The name in the path, or in the field selector of a list or watch. A create has none.'),
          user: { type: 'string' },
          path: text('A path that is no resource, such as /apis.'),
        },
      },
      Effect: {
        type: 'object',
        required: ['type'],
        properties: {
          type: {
            type: 'string',
            enum: ['fail', 'hang', 'cut', 'gone', 'hold'],
            description:
              'fail: refused with a Status. hang: not processed until the fault is lifted. cut: processed, but the ' +
              'response breaks; a watch breaks. gone: a watch ends with 410 Gone. hold: events of watches are held back.',
          },
          code: { type: 'integer', description: 'For fail: HTTP code, such as 409, 429, 500 or 504.' },
          reason: text('For fail. Default: the usual reason of the code.'),
          message: text('For fail.'),
          retryAfterSeconds: { type: 'integer', description: 'For fail: sets the header Retry-After.' },
        },
      },
      NewFault: {
        allOf: [reference('Match')],
        type: 'object',
        required: ['effect'],
        properties: {
          effect: reference('Effect'),
          times: {
            oneOf: [
              { type: 'integer', minimum: 1 },
              { type: 'string', enum: ['always'] },
            ],
            description: 'The number of requests that it affects. Default: one; for hold: all.',
          },
        },
      },
      Fault: {
        allOf: [reference('NewFault')],
        type: 'object',
        required: ['id', 'hits', 'isActive'],
        properties: {
          id: { type: 'string' },
          hits: { type: 'integer', description: 'The number of requests that it has affected.' },
          isActive: { type: 'boolean' },
        },
      },
      Status: { type: 'object', properties: { reason: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};
