import { join } from 'node:path';
import { kubeconfigCommand } from '../../client/kubeconfig/index.js';
import type { ApiServer } from '../api-server.js';
import { logConfig } from '../config/index.js';
import { type FlagTable, UsageError } from '../flags/index.js';
import { Logger } from '../logging/index.js';
import { runProgram, runUntilSignal, type ServerProcess } from '../process/index.js';
import type { RecommendedConfig } from './recommended-config.js';
import type { RecommendedOptions } from './recommended-options.js';

/** A program that is an API server; see `runApiServer`. */
export interface ApiServerCommand {
  /** First line of the help text. */
  readonly description: string;
  /** Sets flags that were not given: see `RecommendedOptions.complete`. */
  complete?(): void;
  /** Returns problems in addition to those of the recommended flags. */
  validate?(): readonly string[];
  /** Creates the server, and installs its groups. */
  create(config: RecommendedConfig): ApiServer | Promise<ApiServer>;
  /** Called when the server listens. */
  onListening?(server: ApiServer): void | Promise<void>;
}

/**
 * Runs a program that is an API server: reads the command line, shows help, reports all problems with the flags, and
 * serves until the process receives a termination signal. Without a cluster, it writes a kubeconfig to --cert-dir.
 */
export function runApiServer<Own extends FlagTable>(
  options: RecommendedOptions<Own>,
  command: ApiServerCommand,
): Promise<void> {
  return runProgram(options.name, async (args) => {
    options.read(args);
    if (options.values.help) {
      process.stdout.write(`${command.description}\n\nUsage:\n  ${options.name} [flags]\n\n${options.usage}`);
      return;
    }
    for (const warning of options.warnings) process.stderr.write(`${warning}\n`);
    command.complete?.();
    const problems = [...options.validate(), ...(command.validate?.() ?? [])];
    if (problems.length > 0) throw new UsageError(problems);
    const log = new Logger(logConfig(options.values));
    await runUntilSignal({
      log,
      start: (process) => start(options, command, process),
      async onListening({ server }) {
        log.info(`Serving securely on ${urlOf(options.values['bind-address'], server.port)}`);
        if (options.values['insecure-allow-all']) await announceKubeconfig(server, options);
        await command.onListening?.(server);
      },
    });
  });
}

function urlOf(address: string, port: number): string {
  return `https://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

async function announceKubeconfig(server: ApiServer, { name, values }: RecommendedOptions): Promise<void> {
  const file = join(values['cert-dir'], `${name}.kubeconfig`);
  // kubectl prompts for credentials if there are none.
  await server.writeKubeconfig(file, { name, namespace: 'default', user: { token: 'unchecked' } });
  process.stdout.write(`${kubeconfigCommand(file)}\n`);
}

async function start<Own extends FlagTable>(
  options: RecommendedOptions<Own>,
  command: ApiServerCommand,
  process: ServerProcess,
) {
  const config = await options.config({ process });
  try {
    const server = await command.create(config);
    await server.start(config.listen);
    const close = async (): Promise<void> => {
      await server.close();
      await config.close();
    };
    return { server, close };
  } catch (error) {
    await config.close();
    throw error;
  }
}
