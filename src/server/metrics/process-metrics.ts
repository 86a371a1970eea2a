// Follows staging/src/k8s.io/component-base/metrics/processstarttime.go (v1.36)

import { readdirSync, readFileSync } from 'node:fs';
import { constants, type EventLoopUtilization, PerformanceObserver, performance } from 'node:perf_hooks';
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
  observeCollections();
  let last: EventLoopUtilization | undefined;
  registry.onScrape(() => {
    collectCollections(registry);
    const memory = process.memoryUsage();
    heapUsed.set(memory.heapUsed);
    heapTotal.set(memory.heapTotal);
    external.set(memory.external);
    const now = performance.eventLoopUtilization();
    utilization.set(performance.eventLoopUtilization(now, last).utilization);
    last = now;
  });
}

const collectionKinds: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
};

/** Garbage collections of the process, by kind. */
const collections = new Map<string, { runs: number; seconds: number }>();
let isObserving = false;

/**
 * One observer for all registries of the process. Collections are reported after they have ended, outside of requests.
 */
function observeCollections(): void {
  if (isObserving) return;
  isObserving = true;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Entries of this type have a kind.
      const { kind = 0 } = (entry as { detail?: { kind?: number } }).detail ?? {};
      const name = collectionKinds[kind] ?? 'other';
      const total = collections.get(name) ?? { runs: 0, seconds: 0 };
      total.runs++;
      total.seconds += entry.duration / 1000;
      collections.set(name, total);
    }
  }).observe({ entryTypes: ['gc'] });
}

function collectCollections(registry: MetricsRegistry): void {
  for (const [kind, { runs, seconds }] of collections) {
    registry.counter(runtimeMetrics.collections).with({ kind }).raiseTo(runs);
    registry.counter(runtimeMetrics.collectionSeconds).with({ kind }).raiseTo(seconds);
  }
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
  const maxMemory = /^Max address space\s+(\S+)/m.exec(limits)?.[1];
  if (maxMemory !== undefined) {
    const bytes = maxMemory === 'unlimited' ? 2 ** 64 : Number(maxMemory);
    only(registry.gauge(processMetrics.maxVirtualMemory)).set(bytes);
  }
  collectNetwork(registry);
  // The program name, in parentheses, may contain anything; vsize is the 23rd field, the 21st after it.
  const vsize = statistics.slice(statistics.lastIndexOf(')') + 2).split(' ')[20];
  if (vsize !== undefined) only(registry.gauge(processMetrics.virtualMemory)).set(Number(vsize));
}

/** Bytes of all interfaces that the process sees, as other client libraries count them. */
function collectNetwork(registry: MetricsRegistry): void {
  let lines: readonly string[];
  try {
    lines = readFileSync('/proc/self/net/netstat', 'utf8').split('\n');
  } catch {
    return;
  }
  const [names, values] = lines.filter((line) => line.startsWith('IpExt:')).map((line) => line.split(' '));
  const octets = (name: string): number => Number(values?.[names?.indexOf(name) ?? -1] ?? Number.NaN);
  const [received, sent] = [octets('InOctets'), octets('OutOctets')];
  if (!Number.isNaN(received)) only(registry.counter(processMetrics.receivedBytes)).raiseTo(received);
  if (!Number.isNaN(sent)) only(registry.counter(processMetrics.sentBytes)).raiseTo(sent);
}

function startTime(): number {
  return Math.round(performance.timeOrigin) / 1000;
}
