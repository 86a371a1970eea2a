import { expect, test } from 'vitest';
import { type ConnectSubresource, defineResource, Resource } from '../registry/index.js';
import { operationScope } from './operation-ids.js';
import { resourceOperations } from './resource-operations.js';

const connect: ConnectSubresource['connect'] = async () => ({ status: 200, headers: {} });
const read = () => ({});

const machines = new Resource(
  'tests.example.com',
  defineResource({
    kind: 'Machine',
    plural: 'machines',
    scope: 'Namespaced',
    verbs: ['get', 'delete'],
    versions: { v1: {} },
    strategy: { returnsDeletedObject: true },
    subresources: {
      parts: { verbs: ['update'] },
      attach: {
        verbs: ['create', 'get'],
        connect,
        connection: { kind: 'AttachOptions', read },
        parameters: [{ name: 'tty', type: 'boolean', description: '' }],
      },
      ticket: { verbs: ['create'], connect, objectKind: { group: 'other', version: 'v2', kind: 'Ticket' } },
      log: { verbs: ['get'], connect, parameters: [{ name: 'follow', type: 'boolean', description: '' }] },
      proxy: { verbs: ['create', 'get'], connect, connection: { kind: 'ProxyOptions', read, isProxy: true } },
    },
  }),
);

const target = {
  resource: machines,
  version: 'v1',
  root: 'apis/tests.example.com/v1',
  scope: operationScope('tests', 'v1'),
  mediaTypes: ['application/json'],
  objectModel: 'Machine',
  listModel: 'MachineList',
  modelOf: ({ kind }: { kind: string }) => kind,
};
const operations = resourceOperations(target);

const machine = '/apis/tests.example.com/v1/namespaces/{namespace}/machines/{name}';

test.each([
  ['delete', '', 'deleteTestsV1NamespacedMachine', 'Machine'],
  ['put', '/parts', 'replaceTestsV1NamespacedMachineParts', 'Machine'],
  ['post', '/ticket', 'createTestsV1NamespacedMachineTicket', 'Ticket'],
  ['get', '/log', 'readTestsV1NamespacedMachineLog', 'text'],
  ['get', '/attach', 'connectTestsV1GetNamespacedMachineAttach', 'text'],
  ['post', '/attach', 'connectTestsV1PostNamespacedMachineAttach', 'text'],
  ['head', '/proxy', 'connectTestsV1HeadNamespacedMachineProxy', 'text'],
  ['options', '/proxy/{path}', 'connectTestsV1OptionsNamespacedMachineProxyWithPath', 'text'],
])('%s …%s is %s, and gives %s', (method, below, id, result) => {
  const found = operations.find((operation) => operation.path === `${machine}${below}` && operation.method === method);
  expect([found?.id, found?.result]).toEqual([id, result === 'text' ? result : { model: result }]);
});

test('what takes another kind is about that', () => {
  const ticket = operations.find(({ path }) => path.endsWith('/ticket'));
  expect(ticket?.about).toEqual({ action: 'post', kind: { group: 'other', version: 'v2', kind: 'Ticket' } });
  expect(ticket?.body?.model).toBe('Ticket');
});

test('query parameters are described', () => {
  const namesOf = (below: string) =>
    operations.find(({ path }) => path === `${machine}${below}`)?.parameters.map((one) => `${one.in} ${one.name}`);
  expect(namesOf('/attach')).toEqual(['query tty', 'path name', 'path namespace']);
  expect(namesOf('/log')).toEqual(['query pretty', 'path name', 'path namespace', 'query follow']);
  expect(namesOf('/proxy/{path}')).toEqual(['path path', 'path name', 'path namespace']);
});
