// An extension API server in one file: the screenings of a cinema, in two versions, and cluster-wide bans of films.
//   npx tsc --module nodenext --target es2023 --strict cinema.ts && node cinema.js --insecure-allow-all --secure-port=6444
import { type FieldError, FieldPath } from 'trestle/apimachinery/validation';
import type { Informer } from 'trestle/client/informer';
import {
  type AdmissionPlugin,
  ageColumn,
  defineGroup,
  defineResource,
  defineSchema,
  defineVersion,
  type FromSchema,
  forbiddenBy,
  nameColumn,
  specAndStatus,
} from 'trestle/server';
import { RecommendedOptions, runApiServer } from 'trestle/server/options';

const group = 'cinema.example.com';
const status = defineSchema({ type: 'object', properties: { phase: { type: 'string' } } });

const v1Schema = defineSchema({
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['film'],
      properties: {
        film: { type: 'string', minLength: 1, description: 'The title.' },
        hall: {
          type: 'object',
          default: {},
          properties: {
            name: { type: 'string', default: 'main' },
            seats: { type: 'integer', minimum: 1, default: 100 },
          },
        },
        reserved: { type: 'integer', minimum: 0, default: 0 },
      },
      'x-kubernetes-validations': [{ rule: 'self.film == oldSelf.film', message: 'a screening keeps its film' }],
    },
    status,
  },
});
type Screening = FromSchema<typeof v1Schema>;

const v1alpha1Schema = defineSchema({
  type: 'object',
  required: ['film'],
  properties: {
    film: { type: 'string', minLength: 1 },
    hallName: { type: 'string', default: 'main' },
    seats: { type: 'integer', minimum: 1, default: 100 },
    reserved: { type: 'integer', minimum: 0, default: 0 },
    status,
  },
});

const v1alpha1 = defineVersion<FromSchema<typeof v1alpha1Schema>, Screening>({
  schema: v1alpha1Schema,
  deprecationWarning: `${group}/v1alpha1 Screening is deprecated; use ${group}/v1`,
  toHub: ({ film, hallName = 'main', seats = 100, reserved = 0, ...screening }) => ({
    ...screening,
    spec: { film, hall: { name: hallName, seats }, reserved },
  }),
  fromHub: ({ spec: { film, hall = {}, reserved = 0 }, ...screening }) => ({
    ...screening,
    ...{ film, hallName: hall.name ?? 'main', seats: hall.seats ?? 100, reserved },
  }),
});

function validate({ spec: { hall = {}, reserved = 0 } }: Screening): FieldError[] {
  const path = FieldPath.of('spec', 'reserved');
  return reserved > (hall.seats ?? 0) ? [path.invalid(reserved, 'must not exceed the seats of the hall')] : [];
}

const strategies = specAndStatus<Screening>({ validate, validateUpdate: ({ object }) => validate(object) });

const screenings = defineResource<Screening>({
  kind: 'Screening',
  plural: 'screenings',
  shortNames: ['scr'],
  categories: ['all'],
  scope: 'Namespaced',
  strategy: strategies.main,
  selectableFields: ['spec.film'],
  subresources: { status: { verbs: ['get', 'update', 'patch'], strategy: strategies.status } },
  versions: {
    v1: defineVersion<Screening>({
      schema: v1Schema,
      columns: [
        nameColumn,
        { name: 'Film', type: 'string', valueOf: ({ spec }) => spec.film },
        { name: 'Phase', type: 'string', valueOf: ({ status }) => status?.phase ?? 'New' },
        ageColumn,
      ],
    }),
    v1alpha1,
  },
});

const banSchema = defineSchema({
  type: 'object',
  properties: { films: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } },
});
type Ban = FromSchema<typeof banSchema>;
const bans = defineResource<Ban>({
  kind: 'Ban',
  plural: 'bans',
  scope: 'Cluster',
  versions: { v1: { schema: banSchema } },
});
let banned: Informer<Ban> | undefined;

const banFilms: AdmissionPlugin = {
  name: 'BanFilms',
  operations: ['CREATE'],
  async validate(request) {
    if (!request.isFor({ group, resource: 'screenings' })) return;
    const film = (await request.objectIn<Screening>('v1'))?.spec.film ?? '';
    const ban = banned?.lister.list().find(({ films = [] }) => films.includes(film));
    if (ban) throw forbiddenBy(request, `${ban.metadata.name} bans ${film}`);
  },
};

const options = new RecommendedOptions({
  name: 'cinema-server',
  etcdPrefix: `/registry/${group}`,
  openApi: { title: 'Cinema', version: '0.1' },
  admissionPlugins: [{ name: banFilms.name, create: () => banFilms }],
});

await runApiServer(options, {
  description: 'Serve the screenings of a cinema as Kubernetes objects',
  create(config) {
    const server = config.createServer();
    server.install(defineGroup({ name: group, resources: [screenings, bans] }));
    banned = server.informers.informer<Ban>({ group, version: 'v1', resource: 'bans' });
    server.addController<Screening>('screening-controller', {
      resource: { group, version: 'v1', resource: 'screenings' },
      async reconcile(screening, { client }) {
        const phase = screening.spec.reserved === screening.spec.hall?.seats ? 'SoldOut' : 'Open';
        if (screening.status?.phase !== phase) await client.updateStatus({ ...screening, status: { phase } });
      },
    });
    return server;
  },
});
