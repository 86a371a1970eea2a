import { AdmissionChain, type AdmissionPlugin } from '../../server/admission/index.js';
import type { Admission } from '../../server/index.js';
import type { AdmissionConfig } from '../config/index.js';
import { UsageError } from '../usage-error.js';
import { readPluginConfigurations } from './plugin-configurations.js';
import { type PluginDependencies, type PluginEntry, pluginTable } from './plugin-table.js';

/** The dependencies of admission. */
export interface AdmissionDependencies extends Omit<PluginDependencies, 'config'> {
  readonly config: AdmissionConfig;
}

/** Creates the admission chain that all servers share. */
export async function createAdmission({ config, ...others }: AdmissionDependencies): Promise<Admission> {
  const entries = pluginTable.filter((entry) => isAsked(entry, config));
  const configurations = await pluginConfigurations(config.file, entries);
  const parts = { ...others, config: { ...config, pluginConfiguration: (name: string) => configurations.get(name) } };
  const plugins = await Promise.all(entries.map((entry) => createPlugin(entry, parts)));
  return new AdmissionChain({ plugins, metrics: parts.metrics });
}

function isAsked({ name, isDefault }: PluginEntry, { enabled, disabled }: AdmissionConfig): boolean {
  return enabled.includes(name) || (isDefault && !disabled.includes(name));
}

async function pluginConfigurations(file: string | undefined, entries: readonly PluginEntry[]) {
  if (file === undefined) return new Map();
  const names = entries.map(({ name }) => name);
  try {
    return await readPluginConfigurations(file, names);
  } catch (error) {
    throw refusal(`failed to read plugin config: ${(error as Error).message}`, error);
  }
}

async function createPlugin({ name, create }: PluginEntry, parts: PluginDependencies): Promise<AdmissionPlugin> {
  try {
    return await create(parts);
  } catch (error) {
    throw refusal(`couldn't init admission plugin "${name}": ${(error as Error).message}`, error);
  }
}

function refusal(problem: string, cause: unknown): UsageError {
  return new UsageError([`failed to apply admission: ${problem}`], { cause });
}
