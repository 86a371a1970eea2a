import { readFile } from 'node:fs/promises';
import { decodeYaml } from '../apimachinery/codec/index.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import {
  type Controller,
  ControllerManager,
  type CreateQuotaEvaluators,
  parseStages,
  selectControllers,
  simulation,
} from '../controllers/index.js';
import { QuotaEvaluators } from '../kube/index.js';
import { asUsageError } from '../server/flags/index.js';
import { readPem } from '../server/http/index.js';
import type { SharedServer } from '../server/index.js';
import type { ServerConfig } from './config/index.js';
import { kubernetesVersion } from './version.js';

/** The server is ready long before, or never. */
const readyMilliseconds = 60_000;

interface ControllersDependencies
  extends Pick<SharedServer, 'lifecycle' | 'loopback' | 'queueMetrics' | 'stores' | 'onError'> {
  readonly signToken: (claims: JsonObject) => string;
}

/** Runs the selected controllers once the server is ready. Undefined: none are selected. */
export async function startControllers(
  { selection, simulatedNodes, stagesFiles, ...files }: ServerConfig['controllers'],
  { lifecycle, loopback, queueMetrics, stores, onError, signToken }: ControllersDependencies,
): Promise<ControllerManager | undefined> {
  if (selection.length === 0 && simulatedNodes === 0) return undefined;
  const selected = selectControllers({ selection, signToken, quotaEvaluators, ...(await readControllerFiles(files)) });
  const simulated = await asUsageError('--simulation-stages', simulatedControllers(simulatedNodes, stagesFiles));
  const manager = new ControllerManager({
    clientAs: (program) => loopback.clientAs(program),
    controllers: [...selected, ...simulated],
    useOf: (resource) => stores.useOf(resource),
    queueMetrics,
    onError,
  });
  lifecycle.ready({ timeoutMilliseconds: readyMilliseconds }).then(() => manager.start(), onError);
  return manager;
}

/** Rejects if a file cannot be used. */
export async function readControllerFiles({
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

export const quotaEvaluators: CreateQuotaEvaluators = (objects) => new QuotaEvaluators(objects);

async function simulatedControllers(nodes: number, files: readonly string[]): Promise<readonly Controller[]> {
  if (nodes === 0) return [];
  const contents = await Promise.all(files.map(async (file) => decodeYaml(await readFile(file))));
  const stages = contents.flatMap(parseStages);
  return simulation({ nodes, version: kubernetesVersion, random: Math.random, stages });
}
