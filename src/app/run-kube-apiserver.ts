import { portProblems, unreachableProblem } from '../server/config/index.js';
import { flagProblems, flagUsage, parseFlags, UsageError } from '../server/flags/index.js';
import { runProgram } from '../server/process/index.js';
import { type KubeApiServerValues, kubeApiServerFlags, serverConfig, validateFlags } from './config/index.js';
import { runServer } from './run-server.js';
import { kubernetesVersion, rawVersion } from './version.js';

const introduction = `The Kubernetes API server: validates, stores and serves the objects of a cluster.

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
      ...portProblems('secure-port', values['secure-port'], { least: 1 }),
      ...addressProblem(values),
    ]);
    if (problems.length > 0) throw new UsageError(problems);
    await runServer(serverConfig(values, parsed.given), async (chain) => {
      process.stderr.write(`serving on ${chain.url}\n`);
    });
  });

/** Other servers and clients of a cluster must be able to reach this one. */
function addressProblem(flags: KubeApiServerValues): string[] {
  const problem = flags['advertise-address'] ? undefined : unreachableProblem(flags['bind-address']);
  return problem === undefined ? [] : [problem];
}
