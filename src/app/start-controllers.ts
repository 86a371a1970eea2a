import { readFile } from 'node:fs/promises';
import { decodeYaml } from '../apimachinery/codec/index.js';
import {
  type Controller,
  ControllerManager,
  parseStages,
  selectControllers,
  simulation,
} from '../controllers/index.js';
import { asUsageError } from '../server/flags/index.js';
import type { SharedServer } from '../server/index.js';
import type { ServerConfig } from './config/index.js';
import { kubernetesVersion } from './version.js';

/** The server is ready long before, or never. */
const readyMilliseconds = 60_000;

/** Runs the selected controllers once the server is ready. Undefined: none are selected. */
export async function startControllers(
  { selection, rootCertificatesFile, simulatedNodes, stagesFiles }: ServerConfig['controllers'],
  { lifecycle, loopback, queueMetrics, onError }: SharedServer,
): Promise<ControllerManager | undefined> {
  if (selection.length === 0 && simulatedNodes === 0) return undefined;
  const rootCertificates = rootCertificatesFile && (await readFile(rootCertificatesFile, 'utf8'));
  const selected = selectControllers({ selection, ...(rootCertificates && { rootCertificates }) });
  const simulated = await asUsageError('--simulation-stages', simulatedControllers(simulatedNodes, stagesFiles));
  const manager = new ControllerManager({
    clientAs: (program) => loopback.clientAs(program),
    controllers: [...selected, ...simulated],
    queueMetrics,
    onError,
  });
  lifecycle.ready({ timeoutMilliseconds: readyMilliseconds }).then(() => manager.start(), onError);
  return manager;
}

async function simulatedControllers(nodes: number, files: readonly string[]): Promise<readonly Controller[]> {
  if (nodes === 0) return [];
  const contents = await Promise.all(files.map(async (file) => decodeYaml(await readFile(file))));
  const stages = contents.flatMap(parseStages);
  return simulation({ nodes, version: kubernetesVersion, random: Math.random, stages });
}
