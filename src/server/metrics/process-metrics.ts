// Follows staging/src/k8s.io/component-base/metrics/processstarttime.go (v1.36)

import { readdirSync, readFileSync } from 'node:fs';
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { processMetrics, processStart, runtimeMetrics } from './declarations/process.js';
import { only } from './metric-family.js';
import type { MetricsRegistry } from './metrics-registry.js';

/** Exposes the start time of the process among the server's own metrics. */
export function recordStartTime(registry: MetricsRegistry): void {
  only(registry.gauge(processStart)).set(startTime());
}

/** Exposes process and runtime metrics, read on each scrape. Omits those that the operating system does not provide. */
export function collectProcessMetrics(registry: MetricsRegistry): void {
  const cpuSeconds = only(registry.counter(processMetrics.cpuSeconds));
  const residentMemory = only(registry.gauge(processMetrics.residentMemory));
  only(registry.gauge(processMetrics.startTime)).set(startTime());
  registry.onScrape(() => {
    const { user, system } = process.cpuUsage();
    cpuSeconds.raiseTo((user + system) / 1e6);
    residentMemory.set(process.memoryUsage.rss());
    collectFromProc(registry);
  });
  collectRuntimeMetrics(registry);
}

function collectRuntimeMetrics(registry: MetricsRegistry): void {
  const heapUsed = only(registry.gauge(runtimeMetrics.heapUsed));
  const heapTotal = only(registry.gauge(runtimeMetrics.heapTotal));
  const external = only(registry.gauge(runtimeMetrics.external));
  const utilization = only(registry.gauge(runtimeMetrics.eventLoopUtilization));
  registry.gauge(runtimeMetrics.version).with({ version: process.version }).set(1);
  let last: EventLoopUtilization | undefined;
  registry.onScrape(() => {
    const memory = process.memoryUsage();
    heapUsed.set(memory.heapUsed);
    heapTotal.set(memory.heapTotal);
    external.set(memory.external);
    const now = performance.eventLoopUtilization();
    utilization.set(performance.eventLoopUtilization(now, last).utilization);
    last = now;
  });
}

/** Open files and virtual memory, on systems with /proc. */
function collectFromProc(registry: MetricsRegistry): void {
  let statistics: string;
  let limits: string;
  let openFiles: number;
  try {
    statistics = readFileSync('/proc/self/stat', 'utf8');
    limits = readFileSync('/proc/self/limits', 'utf8');
    openFiles = readdirSync('/proc/self/fd').length;
  } catch {
    return;
  }
  only(registry.gauge(processMetrics.openFiles)).set(openFiles);
  const maxFiles = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  if (maxFiles !== undefined) only(registry.gauge(processMetrics.maxFiles)).set(Number(maxFiles));
  // The program name, in parentheses, may contain anything; vsize is the 23rd field, the 21st after it.
  const vsize = statistics.slice(statistics.lastIndexOf(')') + 2).split(' ')[20];
  if (vsize !== undefined) only(registry.gauge(processMetrics.virtualMemory)).set(Number(vsize));
}

function startTime(): number {
  return Math.round(performance.timeOrigin) / 1000;
}
