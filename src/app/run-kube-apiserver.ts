import { flagProblems, flagUsage, parseFlags, UsageError } from '../server/flags/index.js';
import { runProgram } from '../server/process/index.js';
import { kubeApiServerFlags, serverConfig, validateFlags } from './config/index.js';
import { runServer } from './run-server.js';
import { kubernetesVersion, rawVersion } from './version.js';

const introduction = `The Kubernetes API server: validates and stores the objects of a cluster, and serves them to everybody else.

Usage:
  kube-apiserver [flags]

`;

/** The program `kube-apiserver`. */
export const kubeApiServer = () =>
  runProgram('kube-apiserver', async (args) => {
    const parsed = parseFlags(kubeApiServerFlags, args);
    const { values, warnings } = parsed;
    if (values.help) {
      process.stdout.write(introduction + flagUsage(kubeApiServerFlags, process.stdout.columns));
      return;
    }
    if (values.version === 'true' || values.version === 'raw') {
      process.stdout.write(`${values.version === 'raw' ? rawVersion() : `Kubernetes ${kubernetesVersion}`}\n`);
      return;
    }
    for (const warning of warnings) process.stderr.write(`${warning}\n`);
    const problems = flagProblems(kubeApiServerFlags, parsed, () => [
      ...validateFlags(values, parsed.given),
      ...portProblem(values['secure-port']),
    ]);
    if (problems.length > 0) throw new UsageError(problems);
    await runServer(serverConfig(values, parsed.given), async (chain) => {
      process.stderr.write(`serving on ${chain.url}\n`);
    });
  });

function portProblem(port: number): string[] {
  if (port >= 1 && port <= 65_535) return [];
  return [`--secure-port ${port} must be between 1 and 65535, inclusive. It cannot be turned off with 0`];
}
