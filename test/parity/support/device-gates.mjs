// Devices whose attributes are lists, or use up resources of the node, and selectors of devices.
import { dryRuns } from '../cases/corner-cases/helpers.mjs';

const expressions = [
  'device.attributes["d"].x',
  'device.attributes["d"].x.exists(v, v == 1)',
  'device.attributes["d"].x.all(v, true)',
  'device.attributes["d"].x.map(v, v)',
  'device.attributes["d"].x.includes("a")',
  '"a" in device.attributes["d"].x',
  'device.attributes["d"].x == 1',
  'device.attributes["d"].x.y',
  'device.attributes["d"].x[0] == 1',
  'size(device.attributes["d"].x) > 1',
  'true ? device.attributes["d"].x : false',
  'device.attributes["d"].x || true',
  'device.attributes["d"].x.startsWith("a")',
  'device.attributes["d"].x.matches("a*")',
  'device.attributes["d"].x + 1 == 2',
  'device.attributes["d"].x.isSorted()',
  'device.attributes["d"].x.sum() == 1',
  'sets.contains(device.attributes["d"].x, [1])',
  '[1].includes(1)',
  '"a".includes("a")',
  'device.driver.includes(device.driver)',
  'device.attributes["d"].x.includes()',
  'includes(1, 2)',
  'dyn(1).includes(1)',
  'device.attributes["d"].all(k, device.attributes["d"][k].includes(k))',
  'device.attributes.all(d, device.attributes[d].all(k, device.attributes[d][k].includes(k)))',
  'device.attributes.all(d, device.attributes[d].all(k, device.attributes.all(e, device.attributes[e].all(l, device.attributes[d][k].includes(l)))))',
  'device.attributes.all(d, device.attributes[d].all(k, device.attributes[d][k].exists(x, x == "a")))',
];

const numbers = (count) => Array.from({ length: count }, (_, index) => index);
const attributes = [
  { bools: [true] },
  { ints: [1, 2] },
  { strings: ['a'] },
  { versions: ['1.0.0'] },
  { ints: [] },
  { strings: [] },
  { strings: ['x'.repeat(65), 'a'] },
  { versions: ['1', '1.0.0'] },
  { ints: [1], strings: ['a'] },
  { int: 1, ints: [1] },
  { ints: numbers(48) },
  { ints: numbers(49) },
  { strings: numbers(30).map(String), ints: numbers(30) },
  {},
  { ints: ['a'] },
];
const mappings = [
  {},
  { cpu: {} },
  { cpu: { allocationMultiplier: '2' } },
  { cpu: { allocationMultiplier: '0' } },
  { memory: { allocationMultiplier: '-1Gi' } },
  { 'example.com/x': { allocationMultiplier: '1' } },
  { 'kubernetes.io/x': { allocationMultiplier: '1' } },
  { memory: { capacityKey: 'memory' } },
  { memory: { capacityKey: 'nope' } },
  { memory: { capacityKey: '' } },
  { memory: { capacityKey: 'memory', allocationMultiplier: '1.5' } },
];

const slices = (name, devices) =>
  dryRuns(name, {
    path: '/apis/resource.k8s.io/v1/resourceslices',
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    bodies: devices.map((device) => ({
      spec: {
        driver: 'd',
        nodeName: 'n',
        pool: { name: 'p', resourceSliceCount: 1 },
        devices: [{ name: 'a', ...device }],
      },
    })),
  });

export const cases = [
  dryRuns('selectors of devices', {
    path: '/apis/resource.k8s.io/v1/deviceclasses',
    apiVersion: 'resource.k8s.io/v1',
    kind: 'DeviceClass',
    bodies: expressions.map((expression) => ({ spec: { selectors: [{ cel: { expression } }] } })),
  }),
  slices(
    'attributes that are lists',
    attributes.map((attribute) => ({ attributes: { x: attribute } })),
  ),
  slices(
    'resources of the node',
    mappings.map((mapping) => ({
      capacity: { memory: { value: '1Gi' } },
      nodeAllocatableResourceMappings: mapping,
    })),
  ),
];
