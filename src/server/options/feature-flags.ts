import {
  FeatureGates,
  type FeatureGateTable,
  InvalidFeatureGates,
  parseFeatureSettings,
} from '../feature-gates/index.js';
import { inGroup } from '../flags/index.js';

export interface FeatureFlagsOptions {
  /** The prefix of the server's gates: `--feature-gates=wardle:Name=true`. */
  readonly component: string;
  /** Gates in addition to those of the generic server. */
  readonly gates: FeatureGateTable;
}

export function featureFlags(options: FeatureFlagsOptions) {
  const { component, gates } = options;
  return inGroup('generic', {
    'feature-gates': {
      type: 'multimap',
      default: new Map(),
      help: `Features to turn on or off, as ${component}:Feature=true|false or Feature=true|false, comma separated; may be repeated`,
      options: () => ['Options are:', ...new FeatureGates({ gates }).describe()],
      validate: (settings) => problemsOf(() => featureGates({ 'feature-gates': settings }, options)),
    },
  });
}

interface FeatureFlags {
  readonly 'feature-gates': ReadonlyMap<string, readonly string[]>;
}

/** Throws an Error that states the problem. */
export function featureGates(flags: FeatureFlags, { component, gates }: FeatureFlagsOptions): FeatureGates {
  const settings = flags['feature-gates'];
  const unknown = [...settings.keys()].find((name) => name !== '' && name !== component);
  if (unknown !== undefined) throw new Error(`component not registered: ${unknown}`);
  const all = [...(settings.get('') ?? []), ...(settings.get(component) ?? [])];
  return new FeatureGates({ gates, settings: parseFeatureSettings(all) });
}

function problemsOf(make: () => unknown): readonly string[] {
  try {
    make();
    return [];
  } catch (error) {
    return error instanceof InvalidFeatureGates ? error.problems : [String((error as Error).message)];
  }
}
