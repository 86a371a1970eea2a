import { expect, test } from 'vitest';
import { objectCounts, readMetrics, total } from './server-metrics.js';

const metrics = readMetrics(`# HELP apiserver_resource_objects Number of objects
# TYPE apiserver_resource_objects gauge
apiserver_resource_objects{group="",resource="configmaps"} 2
apiserver_resource_objects{group="",resource="pods"} 0
apiserver_resource_objects{group="apps",resource="deployments"} 12
process_resident_memory_bytes 9.5e+07
apiserver_longrunning_requests{verb="WATCH",resource="a \\"b\\", c"} 3
apiserver_longrunning_requests{verb="CONNECT",resource="pods"} 1
`);

test('the objects of a server are counted by resource, the most first', () => {
  expect(objectCounts(metrics)).toEqual([
    ['deployments.apps', 12],
    ['configmaps', 2],
  ]);
});

test('series are summed, all or those with certain labels', () => {
  expect(total(metrics, 'process_resident_memory_bytes')).toBe(95_000_000);
  expect(total(metrics, 'apiserver_longrunning_requests')).toBe(4);
  expect(total(metrics, 'apiserver_longrunning_requests', ({ verb }) => verb === 'WATCH')).toBe(3);
  expect(total(metrics, 'missing')).toBe(0);
});
