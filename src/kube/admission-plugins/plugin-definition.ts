import type { JsonValue } from '../../apimachinery/meta/index.js';
import type { RestClient } from '../../client/rest/index.js';
import type { ResolveService } from '../../client/webhook/index.js';
import type { AdmissionHandler, AdmissionPlugin } from '../../server/admission/index.js';
import type { FeatureGates } from '../../server/feature-gates/index.js';
import type { Authorizer } from '../../server/index.js';
import type { MetricsRegistry } from '../../server/metrics/index.js';
import type { Stores } from '../../server/registry/index.js';

/** What plug-ins are created from. The servers do not exist yet, but do when the first request is admitted. */
export interface PluginDependencies {
  /** The stored objects of the built-in resources. */
  readonly stores: Stores;
  /** The loopback client; it may do everything. */
  readonly client: RestClient;
  /** Resolves the services of webhooks. */
  readonly resolveService: ResolveService;
  readonly authorizer: Authorizer;
  readonly features: FeatureGates;
  readonly metrics: MetricsRegistry;
  /** Seconds that pods tolerate taints of their node. */
  readonly tolerationSeconds: {
    /** --default-not-ready-toleration-seconds */
    readonly notReady: number;
    /** --default-unreachable-toleration-seconds */
    readonly unreachable: number;
  };
  /** Aborted on shutdown; ends the watches of plug-ins. */
  readonly stopping: AbortSignal;
  /** Receives warnings to be logged. */
  readonly onWarning?: ((message: string) => void) | undefined;
  readonly onError: (error: unknown) => void;
}

interface PluginDeclaration<Configuration> extends Pick<AdmissionPlugin, 'name' | 'operations'> {
  /** Whether it is enabled unless --disable-admission-plugins contains it; others must be enabled explicitly. */
  readonly isDefault: boolean;
  /** The feature gate without which it does nothing. */
  readonly featureGate?: string;
  /**
   * Reads the plug-in's section of --admission-control-config-file; undefined: there is none. Throws if it is invalid.
   */
  readonly readConfiguration?: (section: JsonValue | undefined) => Configuration;
  /** The key of the section in a file of the time before AdmissionConfiguration existed. */
  readonly legacySection?: string;
  /** Throws if the configuration refers to something that cannot be used. */
  readonly create: (
    dependencies: PluginDependencies,
    configuration: Configuration,
  ) => AdmissionHandler | Promise<AdmissionHandler>;
}

/** A plug-in that flags can enable. */
export interface PluginDefinition extends Omit<PluginDeclaration<unknown>, 'readConfiguration' | 'create'> {
  /** Creates the plug-in from its section of the configuration file. Rejects if that is invalid. */
  create(dependencies: PluginDependencies, section: JsonValue | undefined): Promise<AdmissionPlugin>;
}

/** Defines a plug-in: see list.ts. */
export function definePlugin<Configuration>(declaration: PluginDeclaration<Configuration>): PluginDefinition {
  const { name, operations, featureGate, readConfiguration, create, ...rest } = declaration;
  return {
    ...rest,
    name,
    operations,
    async create(dependencies, section) {
      // A plug-in without a reader does not use its configuration.
      const configuration = readConfiguration?.(section) as Configuration;
      if (featureGate !== undefined && !dependencies.features.isEnabled(featureGate)) return { name, operations };
      const handler = await create(dependencies, configuration);
      return {
        name,
        operations,
        ...(handler.admit && { admit: handler.admit.bind(handler) }),
        ...(handler.validate && { validate: handler.validate.bind(handler) }),
      };
    },
  };
}
