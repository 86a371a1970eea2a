import { admissionPlugins, type PluginDefinition, type PluginDependencies } from '../../kube/index.js';
import { AdmissionChain, type AdmissionPlugin } from '../../server/admission/index.js';
import { UsageError } from '../../server/flags/index.js';
import type { AdmissionConfig } from '../config/index.js';
import { type PluginSections, readPluginSections } from './plugin-sections.js';

/** Creates the admission chain that all servers share. Rejects if the configuration of a plug-in is invalid. */
export async function createAdmission(
  config: AdmissionConfig,
  dependencies: Omit<PluginDependencies, 'tolerationSeconds'>,
): Promise<AdmissionChain> {
  const enabled = admissionPlugins.filter((plugin) => isEnabled(plugin, config));
  const sections = await sectionsOf(config.file, enabled);
  const { tolerationSeconds } = config;
  const creating = enabled.map((plugin) => createPlugin(plugin, { ...dependencies, tolerationSeconds }, sections));
  return new AdmissionChain({ plugins: await Promise.all(creating), metrics: dependencies.metrics });
}

function isEnabled({ name, isDefault }: PluginDefinition, { enabled, disabled }: AdmissionConfig): boolean {
  return enabled.includes(name) || (isDefault && !disabled.includes(name));
}

async function sectionsOf(file: string | undefined, plugins: readonly PluginDefinition[]): Promise<PluginSections> {
  if (file === undefined) return new Map();
  try {
    return await readPluginSections(file, plugins);
  } catch (error) {
    throw refusal(`failed to read plugin config: ${(error as Error).message}`, error);
  }
}

async function createPlugin(
  plugin: PluginDefinition,
  dependencies: PluginDependencies,
  sections: PluginSections,
): Promise<AdmissionPlugin> {
  try {
    return await plugin.create(dependencies, sections.get(plugin.name));
  } catch (error) {
    throw refusal(`couldn't init admission plugin "${plugin.name}": ${(error as Error).message}`, error);
  }
}

function refusal(problem: string, cause: unknown): UsageError {
  return new UsageError([`failed to apply admission: ${problem}`], { cause });
}
