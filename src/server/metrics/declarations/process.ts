// Follows staging/src/k8s.io/component-base/metrics/processstarttime.go (v1.36)

import { counter, gauge } from '../declaration.js';

/** Operating system metrics of the process, with the names that all Prometheus client libraries use. */
export const processMetrics = {
  cpuSeconds: counter('process_cpu_seconds_total', { help: 'User and system CPU time in seconds.' }),
  startTime: gauge('process_start_time_seconds', {
    help: 'Start time of the process, in seconds since the Unix epoch.',
  }),
  residentMemory: gauge('process_resident_memory_bytes', { help: 'Resident memory in bytes.' }),
  virtualMemory: gauge('process_virtual_memory_bytes', { help: 'Virtual memory in bytes.' }),
  maxVirtualMemory: gauge('process_virtual_memory_max_bytes', { help: 'Maximum of virtual memory in bytes.' }),
  receivedBytes: counter('process_network_receive_bytes_total', { help: 'Bytes received over the network.' }),
  sentBytes: counter('process_network_transmit_bytes_total', { help: 'Bytes sent over the network.' }),
  openFiles: gauge('process_open_fds', { help: 'Open file descriptors.' }),
  maxFiles: gauge('process_max_fds', { help: 'Maximum number of open file descriptors.' }),
} as const;

/** The same metric with a stability level. */
export const processStart = gauge('process_start_time_seconds', {
  stability: 'ALPHA',
  help: 'Start time of the process, in seconds since the Unix epoch.',
});

/** Metrics of the JavaScript runtime, in place of Go's. */
export const runtimeMetrics = {
  version: gauge('nodejs_version_info', { help: 'Always 1, with the version of Node.js.', labels: ['version'] }),
  heapUsed: gauge('nodejs_heap_size_used_bytes', { help: 'Used size of the JavaScript heap in bytes.' }),
  heapTotal: gauge('nodejs_heap_size_total_bytes', { help: 'Total size of the JavaScript heap in bytes.' }),
  external: gauge('nodejs_external_memory_bytes', { help: 'Size of buffers outside the JavaScript heap in bytes.' }),
  eventLoopUtilization: gauge('nodejs_eventloop_utilization', {
    help: 'Event loop utilization since the last scrape, from 0 to 1.',
  }),
  collections: counter('nodejs_gc_runs_total', { help: 'Garbage collections, by kind.', labels: ['kind'] }),
  collectionSeconds: counter('nodejs_gc_seconds_total', {
    help: 'Seconds of garbage collections, by kind.',
    labels: ['kind'],
  }),
  uncaughtErrors: counter('nodejs_uncaught_errors_total', {
    help: 'Uncaught exceptions and unhandled rejections, by kind.',
    labels: ['kind'],
  }),
} as const;
