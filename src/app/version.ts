import { arch, platform } from 'node:os';
import type { VersionInfo } from '../server/discovery/index.js';

/** The version of Kubernetes whose behaviour is implemented. */
export const kubernetesVersion = 'v1.36.4+trestle';

/** The content of `/version`. Fields about Go describe its replacement here. */
export function versionInfo(): VersionInfo {
  return {
    major: '1',
    minor: '36',
    emulationMajor: '1',
    emulationMinor: '36',
    minCompatibilityMajor: '1',
    minCompatibilityMinor: '35',
    gitVersion: kubernetesVersion,
    gitCommit: '',
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: `node ${process.version}`,
    compiler: 'v8',
    platform: `${platform()}/${arch() === 'x64' ? 'amd64' : arch()}`,
  };
}

/** The output of `--version=raw`: everything, as Go prints a value. */
export function rawVersion(): string {
  const fields = Object.entries(versionInfo()).map(([name, value]) => {
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}:${JSON.stringify(value)}`;
  });
  return `version.Info{${fields.join(', ')}}`;
}
