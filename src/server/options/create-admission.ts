import { isJsonObject } from '../../apimachinery/meta/index.js';
import type { RestClient } from '../../client/rest/index.js';
import { AdmissionChain, type AdmissionPlugin, ClusterObjects, NamespaceLifecycle } from '../admission/index.js';
import { ClusterPolicies } from '../admission/policies/index.js';
import { ClusterWebhooks } from '../admission/webhooks/index.js';
import type { Authorizer } from '../authorization/index.js';
import type { Admission } from '../handlers/index.js';
import type { MetricsRegistry } from '../metrics/index.js';
import { Closers } from '../process/index.js';
import {
  type AdmissionFlags,
  type AdmissionPluginDefinition,
  type ClusterPlugin,
  clusterPlugins,
  isPluginEnabled,
} from './admission-lists.js';

/** Hands a plug-in what it needs, if it wants it: `(plugin) => plugin instanceof BanFlunder && plugin.setLister(…)`. */
export type AdmissionInitializer = (plugin: AdmissionPlugin) => void;

/** A plug-in may check, once the initializers have run, that it has what it needs. */
interface InitializationValidator {
  /** Throws an Error that states what is missing. */
  validateInitialization(): void;
}

export interface AdmissionDependencies {
  /** Client of the cluster's main server; undefined: the server extends no cluster. */
  readonly client: RestClient | undefined;
  readonly authorizer: Authorizer;
  readonly metrics: MetricsRegistry;
  readonly onError: (error: unknown) => void;
  readonly initializers: readonly AdmissionInitializer[];
}

/** Creates the plug-ins that are enabled: those of the cluster, then the server's own. */
export function createAdmission(
  flags: AdmissionFlags,
  definitions: readonly AdmissionPluginDefinition[],
  dependencies: AdmissionDependencies,
): { readonly admission: Admission; close(): Promise<void> } {
  const { client, metrics, initializers } = dependencies;
  const closers = new Closers();
  const ofCluster = client ? pluginsOfCluster({ ...dependencies, client }, closers) : [];
  const named = (name: ClusterPlugin) => ofCluster.filter((plugin) => plugin.name === name);
  const own = definitions
    .filter(({ name, isDefault }) => isPluginEnabled(flags, name, isDefault))
    .map((definition) => initialized(definition.create(), initializers));
  const plugins = [...clusterPlugins.filter((name) => isPluginEnabled(flags, name)).flatMap(named), ...own];
  const admission = closers.add(new AdmissionChain({ plugins, metrics }));
  return { admission, close: () => closers.close() };
}

function initialized(plugin: AdmissionPlugin, initializers: readonly AdmissionInitializer[]): AdmissionPlugin {
  for (const initialize of initializers) initialize(plugin);
  if (isValidator(plugin)) plugin.validateInitialization();
  return plugin;
}

function isValidator(plugin: AdmissionPlugin): plugin is AdmissionPlugin & InitializationValidator {
  return 'validateInitialization' in plugin && typeof plugin.validateInitialization === 'function';
}

function pluginsOfCluster(
  options: AdmissionDependencies & { readonly client: RestClient },
  closers: Closers,
): readonly AdmissionPlugin[] {
  const policies = closers.add(new ClusterPolicies(options));
  const webhooks = closers.add(new ClusterWebhooks(options));
  const namespaces = closers.add(new ClusterObjects({ group: '', version: 'v1', resource: 'namespaces' }, options));
  const lifecycle = new NamespaceLifecycle(async (name) => {
    const namespace = await namespaces.find(name);
    const status = namespace?.['status'];
    return namespace && isJsonObject(status) && status['phase'] === 'Terminating';
  });
  return [lifecycle, ...policies.plugins, ...webhooks.plugins];
}
