import { AdmissionChain } from '../../server/admission/index.js';
import type { Admission } from '../../server/index.js';
import { type PluginParts, pluginTable } from './plugin-table.js';

/** Who is asked about writes, for the servers of a chain alike. */
export function createAdmission(parts: PluginParts): Admission {
  const { enabled, disabled } = parts.config;
  const plugins = pluginTable
    .filter(({ name, isDefault }) => (isDefault || enabled.includes(name)) && !disabled.includes(name))
    .map(({ create }) => create(parts));
  return new AdmissionChain({ plugins, metrics: parts.metrics });
}
