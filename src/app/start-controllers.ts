import { readFile } from 'node:fs/promises';
import { decodeYaml } from '../apimachinery/codec/index.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import {
  type Controller,
  ControllerManager,
  type ControllerManagerOptions,
  type CreateQuotaEvaluators,
  ElectedControllers,
  parseStages,
  selectControllers,
  simulation,
} from '../controllers/index.js';
import { QuotaEvaluators } from '../kube/index.js';
import { checkPolicyTypes } from '../server/admission/policies/index.js';
import { asUsageError } from '../server/flags/index.js';
import { readPem } from '../server/http/index.js';
import type { SharedServer } from '../server/index.js';
import type { Logger } from '../server/logging/index.js';
import type { ServerConfig } from './config/index.js';
import { kubernetesVersion } from './version.js';

/** The server is ready long before, or never. */
const readyMilliseconds = 60_000;

/** What controllers use, whether they run in a server or beside one. */
interface ControllersDependencies
  extends Pick<ControllerManagerOptions, 'clientAs' | 'startAfter' | 'contentOf' | 'queueMetrics' | 'onError'> {
  readonly log: Logger;
  /** Whether others may run the same controllers: one of them is elected. */
  readonly isShared: boolean;
  /** Unset: secrets are not filled with tokens. */
  readonly signToken?: ((claims: JsonObject) => string) | undefined;
}

interface ServerDependencies
  extends Pick<SharedServer, 'lifecycle' | 'loopback' | 'queueMetrics' | 'stores' | 'onError'>,
    Pick<ControllerManagerOptions, 'startAfter'> {
  readonly log: Logger;
  /** Whether other servers may use the storage. */
  readonly isStorageShared: boolean;
  readonly signToken: ((claims: JsonObject) => string) | undefined;
}

/** Runs the selected controllers once the server is ready. Undefined: none are selected. */
export async function startControllers(
  config: ServerConfig['controllers'],
  {
    lifecycle,
    loopback,
    queueMetrics,
    stores,
    onError,
    signToken,
    log,
    startAfter,
    isStorageShared,
  }: ServerDependencies,
): Promise<{ close(): Promise<void> } | undefined> {
  if (config.selection.length === 0 && config.simulatedNodes === 0) return undefined;
  const controllers = await createControllers(config, {
    ...{ queueMetrics, onError, signToken, log, isShared: isStorageShared, startAfter },
    clientAs: (program) => loopback.clientAs(program),
    contentOf: (resource) => stores.contentOf(resource),
  });
  lifecycle.ready({ timeoutMilliseconds: readyMilliseconds }).then(() => controllers.start(), onError);
  return controllers;
}

/** Rejects if a file cannot be used. */
export async function createControllers(
  { selection, simulatedNodes, stagesFiles, election, ...files }: ServerConfig['controllers'],
  { signToken, log, isShared, ...dependencies }: ControllersDependencies,
): Promise<{ start(): void; close(): Promise<void> }> {
  const rules = { quotaEvaluators, checkPolicyTypes };
  const selected = selectControllers({ selection, signToken, ...rules, ...(await readControllerFiles(files)) });
  const simulated = await asUsageError('--simulation-stages', simulatedControllers(simulatedNodes, stagesFiles));
  const controllers = [...selected, ...simulated];
  const { clientAs, onError } = dependencies;
  const createManager = () => new ControllerManager({ controllers, ...dependencies });
  if (!election || !isShared) return createManager();
  const onNewLeader = (leader: string, isSelf: boolean): void =>
    log.info(isSelf ? 'This server runs the controllers' : 'Another server runs the controllers', { leader });
  const client = clientAs('kube-controller-manager');
  return new ElectedControllers({ election, client, createManager, onNewLeader, onError });
}

async function readControllerFiles({
  rootCertificates: root,
  signing,
}: Pick<ServerConfig['controllers'], 'rootCertificates' | 'signing'>) {
  const [rootCertificates, certificate, key] = await Promise.all(
    [root, signing?.certificate, signing?.key].map(async (source) => source && (await readPem(source)).toString()),
  );
  const { longestMilliseconds = 0 } = signing ?? {};
  return {
    ...(rootCertificates && { rootCertificates }),
    ...(certificate && key && { signing: { certificate, key, longestMilliseconds } }),
  };
}

const quotaEvaluators: CreateQuotaEvaluators = (objects) => new QuotaEvaluators(objects);

async function simulatedControllers(nodes: number, files: readonly string[]): Promise<readonly Controller[]> {
  if (nodes === 0) return [];
  const contents = await Promise.all(files.map(async (file) => decodeYaml(await readFile(file))));
  const stages = contents.flatMap(parseStages);
  return simulation({ nodes, version: kubernetesVersion, random: Math.random, stages });
}
