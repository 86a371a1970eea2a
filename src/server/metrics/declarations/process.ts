import { counter, gauge } from '../declaration.js';

/** Operating system metrics of the process, with the names that all Prometheus client libraries use. */
export const processMetrics = {
  cpuSeconds: counter('process_cpu_seconds_total', { help: 'Seconds of CPU time, user and system.' }),
  startTime: gauge('process_start_time_seconds', { help: 'When the process began, in seconds since 1970.' }),
  residentMemory: gauge('process_resident_memory_bytes', { help: 'Bytes of memory that are resident.' }),
  virtualMemory: gauge('process_virtual_memory_bytes', { help: 'Bytes of virtual memory.' }),
  openFiles: gauge('process_open_fds', { help: 'Open file descriptors.' }),
  maxFiles: gauge('process_max_fds', { help: 'File descriptors that may be open at most.' }),
} as const;

/** The same metric with a stability level. */
export const processStart = gauge('process_start_time_seconds', {
  stability: 'ALPHA',
  help: 'When the process began, in seconds since 1970.',
});

/** Metrics of the JavaScript runtime, in place of Go's. */
export const runtimeMetrics = {
  version: gauge('nodejs_version_info', { help: 'Always 1, with the version of Node.js.', labels: ['version'] }),
  heapUsed: gauge('nodejs_heap_size_used_bytes', { help: 'Bytes of the JavaScript heap in use.' }),
  heapTotal: gauge('nodejs_heap_size_total_bytes', { help: 'Bytes of the JavaScript heap.' }),
  external: gauge('nodejs_external_memory_bytes', { help: 'Bytes of buffers outside of the JavaScript heap.' }),
  eventLoopUtilization: gauge('nodejs_eventloop_utilization', {
    help: 'Share of the time since the last scrape that the event loop was busy.',
  }),
  uncaughtErrors: counter('nodejs_uncaught_errors_total', {
    help: 'Exceptions and rejections that no code has caught, by kind.',
    labels: ['kind'],
  }),
} as const;
