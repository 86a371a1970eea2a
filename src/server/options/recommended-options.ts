import type { ServerVersion } from '../discovery/index.js';
import type { FeatureGateTable } from '../feature-gates/index.js';
import {
  type FlagTable,
  type FlagValues,
  flagProblems,
  flagUsage,
  inGroup,
  type ParsedFlags,
  parseFlags,
  showFlagValues,
  validateValues,
} from '../flags/index.js';
import type { ServerProcess } from '../process/index.js';
import type { AdmissionPluginDefinition } from './admission-lists.js';
import { createConfig } from './create-config.js';
import { featureGates } from './feature-flags.js';
import type { RecommendedConfig } from './recommended-config.js';
import {
  type RecommendedFlags,
  type RecommendedValues,
  recommendedFlags,
  validateTogether,
  withDefaults,
} from './recommended-flags.js';

/** What differs between servers with recommended options. */
export interface RecommendedOptionsSettings<Own extends FlagTable = FlagTable> {
  /** Name of the program: in its messages, as user agent, and as field manager of its own writes. */
  readonly name: string;
  /** Default of --etcd-prefix. The objects of a group are stored below it, by group and resource. */
  readonly etcdPrefix: string;
  /** Title and version of the OpenAPI documents. Unset: `Kubernetes`, and the server's version. */
  readonly openApi?: { readonly title: string; readonly version: string };
  /** The content of `/version`. Unset: there is none. */
  readonly version?: ServerVersion;
  /** Names of the self-signed certificate, beside those of the machine. */
  readonly serverNames?: readonly string[];
  /** Admission plug-ins that flags turn on and off, in call order, after those of the cluster. */
  readonly admissionPlugins?: readonly AdmissionPluginDefinition[];
  /** Feature gates in addition to those of the library, and their prefix in --feature-gates. Unset: the name. */
  readonly gates?: FeatureGateTable;
  readonly component?: string;
  /** Flags of the server's own. */
  readonly flags?: Own;
  /** Other defaults of the recommended flags. */
  readonly defaults?: Partial<RecommendedValues>;
}

/** The defaults that upstream's recommended options have, where they differ from kube-apiserver's. */
const defaults: Partial<RecommendedValues> = {
  'secure-port': 443,
  'cert-dir': 'apiserver.local.config/certificates',
  'data-dir': 'apiserver.local.config',
};

type None = Record<never, never>;

/**
 * The flags of an API server of your own, and everything that is made from them: storage, serving, delegated
 * authentication and authorization, audit, flow control, admission, metrics and logging.
 */
export class RecommendedOptions<Own extends FlagTable = None> {
  readonly name: string;
  /** All flags, by name. */
  readonly flags: RecommendedFlags & Own;
  readonly #settings: RecommendedOptionsSettings<Own>;
  readonly #features: { readonly component: string; readonly gates: FeatureGateTable };
  #parsed: ParsedFlags<RecommendedFlags & Own>;
  #values: FlagValues<RecommendedFlags & Own>;

  constructor(settings: RecommendedOptionsSettings<Own>) {
    const { name, component = name, gates = {}, admissionPlugins: plugins = [] } = settings;
    const own: FlagTable = inGroup('misc', settings.flags ?? {});
    const recommended = withDefaults(recommendedFlags({ component, gates, plugins }), {
      ...defaults,
      'etcd-prefix': settings.etcdPrefix,
      ...settings.defaults,
    });
    this.name = name;
    this.#settings = settings;
    this.#features = { component, gates };
    this.flags = { ...recommended, ...(own as Own) };
    this.#parsed = parseFlags(this.flags, []);
    this.#values = this.#parsed.values;
  }

  /** The values of all flags: those that were given, completed ones, and defaults. */
  get values(): FlagValues<RecommendedFlags & Own> {
    return this.#values;
  }

  /** The help text of the flags. */
  get usage(): string {
    return flagUsage(withGroups(this.flags), process.stdout.columns);
  }

  /** Warnings about deprecated flags. */
  get warnings(): readonly string[] {
    return this.#parsed.warnings;
  }

  /** Reads a command line. What is wrong with it is returned by `validate`. */
  read(args: readonly string[]): this {
    this.#parsed = parseFlags(this.flags, args);
    this.#values = this.#parsed.values;
    const isOpen = this.#values['insecure-allow-all'] && !this.#parsed.given.has('bind-address');
    if (isOpen) this.#values = { ...this.#values, 'bind-address': '127.0.0.1' };
    return this;
  }

  /** Sets flags that were not given. */
  complete(values: Partial<FlagValues<RecommendedFlags & Own>>): this {
    const { given } = this.#parsed;
    const missing = Object.entries(values).filter(([name]) => !given.has(name));
    this.#values = { ...this.#values, ...Object.fromEntries(missing) };
    return this;
  }

  /** All problems with the flags, each by itself and together; empty: none. */
  validate(): readonly string[] {
    return flagProblems(this.flags, this.#parsed, () => [
      ...validateValues(this.flags, this.#values),
      ...validateTogether(this.#values),
    ]);
  }

  /**
   * Opens what the flags name. Expects valid flags. Rejects with a `UsageError` if something cannot be used. `process`:
   * that of the server, see `runApiServer`; unset: fatal errors are only logged.
   */
  config({ process }: { readonly process?: ServerProcess | undefined } = {}): Promise<RecommendedConfig> {
    const { openApi, version, serverNames = [], admissionPlugins: plugins = [] } = this.#settings;
    return createConfig({
      ...{ name: this.name, flags: this.#values, given: this.#parsed.given, openApi, version, plugins, process },
      shownFlags: showFlagValues(this.flags, this.#values),
      features: featureGates(this.#values, this.#features),
      names: serverNames,
    });
  }
}

/** Help texts list flags without a group last. */
function withGroups(flags: FlagTable) {
  const entries = Object.entries(flags).map(([name, flag]) => [name, { group: 'misc' as const, ...flag }] as const);
  return Object.fromEntries(entries);
}
