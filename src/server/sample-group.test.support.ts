import { isJsonObject, type JsonObject, type JsonValue } from '../apimachinery/meta/index.js';
import { defineGroup, defineResource, ShapeError, specAndStatus } from './registry/index.js';

const { main, status } = specAndStatus();
const statusVerbs = ['get', 'update', 'patch'] as const;

const flunders = defineResource({
  kind: 'Flunder',
  plural: 'flunders',
  shortNames: ['fl'],
  scope: 'Namespaced',
  strategy: main,
  subresources: { status: { verbs: statusVerbs, strategy: status } },
  selectableFields: ['spec.reference'],
  versions: {
    v1: {
      schema: {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: {
              reference: { type: 'string', maxLength: 20 },
              size: { type: 'integer', format: 'int64', minimum: 0, default: 1 },
              ports: {
                type: 'array',
                'x-kubernetes-list-type': 'map',
                'x-kubernetes-list-map-keys': ['name'],
                items: {
                  type: 'object',
                  required: ['name'],
                  properties: { name: { type: 'string' }, port: { type: 'integer' } },
                },
              },
            },
          },
          status: { type: 'object', properties: { phase: { type: 'string' } } },
        },
      },
    },
    v1alpha1: {
      toHub: ({ reference, ...rest }) => ({ ...rest, spec: { reference: reference ?? '', size: 1 } }),
      fromHub: ({ spec, ...rest }) => ({ ...rest, reference: ((spec ?? {}) as JsonObject)['reference'] ?? '' }),
    },
  },
});

/** Like built-in kinds: fields of fixed types, no unknown fields, and no generation. */
const boxes = defineResource({
  kind: 'Box',
  plural: 'boxes',
  scope: 'Namespaced',
  versions: {
    v1: {
      schema: {
        type: 'object',
        properties: { data: { type: 'object', additionalProperties: { type: 'string' } } },
      },
      shape: shapeOfBox,
      columns: [
        {
          name: 'Name',
          type: 'string',
          format: 'name',
          valueOf: ({ metadata }) => String((metadata as JsonObject)['name']),
        },
        { name: 'Data', type: 'integer', valueOf: ({ data }) => Object.keys((data ?? {}) as JsonObject).length },
        { name: 'Note', type: 'string', priority: 1, description: 'd', format: 'password', valueOf: () => null },
      ],
      rowConditions: ({ data }) => (data ? [] : [{ type: 'Completed', status: 'True', reason: 'Empty' }]),
    },
  },
});

function shapeOfBox(box: JsonObject): string[] {
  const { data } = box;
  if (data === null || (isJsonObject(data) && Object.keys(data).length === 0)) delete box['data'];
  else if (isJsonObject(data)) for (const value of Object.values(data)) checkText(value);
  const unknown = Object.keys(box).filter((name) => !['apiVersion', 'kind', 'metadata', 'data'].includes(name));
  for (const name of unknown) delete box[name];
  return unknown;
}

function checkText(value: JsonValue): void {
  if (typeof value === 'string') return;
  throw new ShapeError(`json: cannot unmarshal ${typeof value} into Go struct field Box.data of type string`);
}

/** Like deployments: with status and scale. */
const teams = defineResource({
  kind: 'Team',
  plural: 'teams',
  scope: 'Namespaced',
  strategy: main,
  subresources: {
    status: { verbs: statusVerbs, strategy: status },
    scale: {
      verbs: statusVerbs,
      paths: { specReplicas: 'spec.replicas', statusReplicas: 'status.replicas', labelSelector: 'status.selector' },
    },
  },
  versions: {
    v1: {
      emptyFields: { spec: {}, status: {} },
      resolveReference: (reference) =>
        reference === '#/spec' ? { type: 'object', properties: { replicas: { type: 'integer' } } } : undefined,
      schema: {
        type: 'object',
        properties: {
          spec: { $ref: '#/spec' },
          status: { type: 'object', properties: { replicas: { type: 'integer' }, selector: { type: 'string' } } },
        },
      },
    },
  },
});

/** Like pods: they have a grace period, and a deletion returns the object. They also have warnings. */
const workers = defineResource({
  kind: 'Worker',
  plural: 'workers',
  scope: 'Namespaced',
  strategy: {
    returnsDeletedObject: true,
    grace: (worker, requested) => ({ seconds: worker['busy'] ? (requested ?? 30) : 0 }),
  },
  subresources: {
    log: {
      verbs: ['get'],
      connection: {
        kind: 'WorkerLogOptions',
        read: ({ request: { query } }) => ({ said: query.get('say') ?? 'said' }),
      },
      connect: async ({ context, store, options, requireVerb }) => {
        await requireVerb('create');
        await store.get(context.info);
        const { said } = options as { said: string };
        return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(said) };
      },
    },
  },
  versions: { v1: {} },
});

/** Like evictions and reviews: objects that are answered but not stored. */
const questions = defineResource({
  kind: 'Question',
  plural: 'questions',
  scope: 'Namespaced',
  verbs: ['create'],
  handlers: {
    create: async ({ read, respond }) => respond(201, { ...(await read()), status: { answer: 42 } }),
  },
  subresources: {
    retraction: {
      verbs: ['create'],
      objectKind: { group: 'policy', version: 'v1', kind: 'Retraction' },
      connect: async ({ read, respond, context }) => {
        const { kind } = await read();
        return respond(201, {
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          message: `${kind} ${context.info.name}`,
        });
      },
    },
  },
  versions: { v1: {} },
});

/** A group as in an extension API server: two versions, both scopes, a status. */
export const wardle = defineGroup({
  name: 'wardle.example.com',
  resources: [
    flunders,
    defineResource({ kind: 'Fischer', plural: 'fischers', scope: 'Cluster', versions: { v1: {} } }),
  ],
});

/** Resources with special features of Kubernetes' own. */
export const workshop = defineGroup({
  name: 'workshop.example.com',
  resources: [
    boxes,
    teams,
    workers,
    questions,
    /** Like leases: an update creates a missing object. */
    defineResource({
      kind: 'Claim',
      plural: 'claims',
      scope: 'Namespaced',
      strategy: { allowCreateOnUpdate: true, allowUnconditionalUpdate: false },
      versions: { v1: {} },
    }),
    /** Like jobs. */
    defineResource({
      kind: 'Chore',
      plural: 'chores',
      scope: 'Namespaced',
      strategy: {
        defaultPropagation: 'Orphan',
        warningsOnDelete: ({ propagationPolicy }) => (propagationPolicy ? [] : ['dependents are kept']),
      },
      verbs: ['create', 'get', 'list', 'watch', 'update', 'patch', 'delete'],
      versions: { v1: {} },
    }),
  ],
});
