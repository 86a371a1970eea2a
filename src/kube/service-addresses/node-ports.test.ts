import { afterEach, beforeEach, expect, test } from 'vitest';
import { decodeJson } from '../../apimachinery/codec/index.js';
import { EmbeddedStorage } from '../../storage/embedded/index.js';
import { NodePorts } from './node-ports.js';
import { PortRange } from './port-range.js';

let storage: EmbeddedStorage;
beforeEach(async () => {
  storage = await EmbeddedStorage.open();
});
afterEach(() => storage.close());

const portsOf = (text: string): NodePorts => new NodePorts({ storage, range: PortRange.parse(text)!, random: () => 0 });

test('what is taken is one number in the store, the first port its lowest bit', async () => {
  const ports = portsOf('30000-30019');
  await ports.allocate(30_000);
  await ports.allocate(30_019);
  const { entry } = await storage.get('/ranges/servicenodeports');
  expect(decodeJson(entry!.value)).toEqual({
    apiVersion: 'v1',
    kind: 'RangeAllocation',
    metadata: {},
    range: '30000-30019',
    data: Buffer.from([0b1000, 0, 0b1]).toString('base64'),
  });
});

test('servers that share a store never take the same port', async () => {
  const servers = [portsOf('30000-30063'), portsOf('30000-30063')];
  const taken = await Promise.all(Array.from({ length: 40 }, (_, index) => servers[index % 2]!.allocateNext()));
  expect(new Set(taken).size).toBe(40);
});

test('a range that is full gives nothing, until something is free again', async () => {
  const ports = portsOf('30000-30001');
  await ports.allocateNext();
  await ports.allocateNext();
  await expect(ports.allocateNext()).rejects.toMatchObject({ message: 'range is full', isFull: true });
  await ports.release([30_001]);
  expect(await ports.allocateNext()).toBe(30_001);
});

test('what kube-apiserver has taken, and stored as protobuf, is taken', async () => {
  // RangeAllocation { range: "30000-30063", data: [3] }
  const message = `120b${Buffer.from('30000-30063').toString('hex')}1a0103`;
  const type = `0a02${Buffer.from('v1').toString('hex')}120f${Buffer.from('RangeAllocation').toString('hex')}`;
  const value = Buffer.from(`6b3873000a15${type}1210${message}`, 'hex');
  await storage.commit([{ type: 'put', key: '/ranges/servicenodeports', value }]);
  const ports = portsOf('30000-30063');
  expect([...(await ports.allocated())]).toEqual([30_000, 30_001]);
  await expect(ports.allocate(30_001)).rejects.toThrow('provided port is already allocated');
  await ports.allocate(30_002);
  expect([...(await ports.allocated())]).toEqual([30_000, 30_001, 30_002]);
});

test('ports stay taken in another range', async () => {
  await portsOf('30000-30063').allocate(30_040);
  const other = portsOf('30032-30095');
  expect([...(await other.allocated())]).toEqual([30_040]);
  await expect(other.allocate(30_040)).rejects.toThrow('provided port is already allocated');
});
