// Follows staging/src/k8s.io/apiserver/pkg/server/statusz/registry.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/flagz/flagreader.go (v1.36)

import type { VersionInfo } from '../discovery/index.js';
import type { InstancePage } from './instance-page.js';

export interface StatusPageOptions {
  readonly version: VersionInfo;
  readonly startTime: number;
  readonly now: () => number;
  /** All paths that the server lists. */
  readonly paths: () => readonly string[];
}

/** `/statusz`: start time, uptime and version. */
export function statusPage({ version, startTime, now, paths }: StatusPageOptions): InstancePage {
  const { goVersion, gitVersion, major, minor, emulationMajor = major, emulationMinor = minor } = version;
  const binaryVersion = gitVersion.replace(/^v/, '');
  const emulationVersion = `${emulationMajor}.${emulationMinor}`;
  const uptimeSeconds = (): number => Math.floor((now() - startTime) / 1000);
  return {
    name: 'statusz',
    kind: 'Statusz',
    text: () =>
      [
        '',
        `Started: ${dateText(startTime)}`,
        `Up: ${durationText(uptimeSeconds())}`,
        `Go version: ${goVersion}`,
        `Binary version: ${binaryVersion}`,
        `Emulation version: ${emulationVersion}`,
        `Paths: ${topPaths(paths()).join(' ')}`,
        '',
      ].join('\n'),
    fields: () => ({
      startTime: new Date(startTime).toISOString().replace(/\.\d+/, ''),
      uptimeSeconds: uptimeSeconds(),
      goVersion,
      binaryVersion,
      emulationVersion,
      paths: topPaths(paths()),
    }),
  };
}

/** `/flagz`: all flags with their parsed values. */
export function flagsPage(flags: Readonly<Record<string, string>>): InstancePage {
  const sorted = Object.entries(flags).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    name: 'flagz',
    kind: 'Flagz',
    text: () => sorted.map(([name, value]) => `${name}=${value}\n`).join(''),
    fields: () => ({ flags: Object.fromEntries(sorted) }),
  };
}

/** Top-level paths of the server, without the API and subpaths. */
function topPaths(paths: readonly string[]): string[] {
  const top = paths.filter((path) => /^\/[^/.]+$/.test(path) && path !== '/api' && path !== '/apis');
  return [...new Set(top)].sort();
}

/** `Mon Nov 16 01:35:07 UTC 2026` */
function dateText(time: number): string {
  const [, day, date, month, year, clock] = /^(\w+), (\d+) (\w+) (\d+) (\S+)/.exec(new Date(time).toUTCString())!;
  return `${day} ${month} ${String(Number(date)).padStart(2)} ${clock} UTC ${year}`;
}

function durationText(seconds: number): string {
  const two = (count: number): string => String(count).padStart(2, '0');
  return `${Math.floor(seconds / 3600)} hr ${two(Math.floor(seconds / 60) % 60)} min ${two(seconds % 60)} sec`;
}
