import { connectionFrom, loadKubeconfig } from '../../client/kubeconfig/index.js';
import { Http2Transport, RestClient } from '../../client/rest/index.js';
import { readTokenKeys, signWebToken } from '../../kube/service-account-tokens/index.js';
import { asUsageError, flagProblems, parseFlags, UsageError, validateValues } from '../../server/flags/index.js';
import { Logger } from '../../server/logging/index.js';
import { terminationSignal } from '../../server/process/index.js';
import { controllersConfig, controllersFlags, leaderElectionFlags, validateLeaderElection } from '../config/index.js';
import { createControllers } from '../start-controllers.js';
import type { Command } from './command.js';

const usage = `Usage:
  trestle controllers   run controllers of kube-controller-manager for the cluster of a kubeconfig

Works with any Kubernetes API server. If several run, one of them is the leader (--leader-elect). Ctrl-C stops it.

Flags:
  --kubeconfig FILE       (default $KUBECONFIG, or ~/.kube/config)
  --context NAME          (default the current context)
  --controllers NAMES     as for kube-controller-manager (default *)
  --simulate-nodes N      number of nodes to simulate
  --root-ca-file FILE     certificates to publish in every namespace
  --cluster-signing-cert-file FILE, --cluster-signing-key-file FILE
                          the authority that signs CertificateSigningRequests
  --service-account-private-key-file FILE
                          the key that signs tokens in secrets
`;

const flags = {
  ...controllersFlags,
  ...leaderElectionFlags,
  kubeconfig: { type: 'string', default: '', help: 'The kubeconfig' },
  context: { type: 'string', default: '', help: 'The context' },
  'service-account-private-key-file': { type: 'string', default: '', help: 'The key that signs tokens in secrets' },
} as const;

/** Runs controllers until the process is ended. */
async function run(args: readonly string[]): Promise<void> {
  const parsed = parseFlags(flags, args);
  const { values, given } = parsed;
  const problems = flagProblems(flags, parsed, () => [
    ...validateValues(flags, values),
    ...validateLeaderElection(values),
  ]);
  if (problems.length > 0) throw new UsageError(problems);
  const transport = await asUsageError('kubeconfig', connect(values));
  const log = new Logger();
  const controllers = await createControllers(
    controllersConfig({ ...values, controllers: given.has('controllers') ? values.controllers : ['*'] }, given),
    {
      clientAs: (program) => new RestClient({ transport, userAgent: program }),
      signToken: await tokenSigner(values['service-account-private-key-file']),
      ...{ log, isShared: true, onError: log.onError },
    },
  );
  controllers.start();
  await terminationSignal();
  await controllers.close();
  await transport.close();
}

/** The command `trestle controllers`. */
export const controllersCommand: Command = { usage, run };

async function connect({ kubeconfig, context }: { kubeconfig: string; context: string }): Promise<Http2Transport> {
  const config = await loadKubeconfig({ file: kubeconfig || undefined });
  return new Http2Transport(await connectionFrom(config, { context: context || config['current-context'] }));
}

async function tokenSigner(file: string) {
  if (file === '') return undefined;
  const { signing } = await asUsageError(
    '--service-account-private-key-file',
    readTokenKeys({ signingKey: { file }, keyFiles: [] }),
  );
  return (claims: Parameters<typeof signWebToken>[0]): string => signWebToken(claims, signing);
}
