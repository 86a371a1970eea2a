import { type FeatureState, formatRelease } from '../server/feature-gates/index.js';
import type { Logger } from '../server/logging/index.js';
import { type MetricsRegistry, recordVersion } from '../server/metrics/index.js';
import type { ServerConfig } from './config/index.js';
import { kubernetesVersion } from './version.js';

/** Logs what is unusual about the positions of feature gates, and exposes the versions. */
export function announceFeatures(
  { features, version }: Pick<ServerConfig, 'features' | 'version'>,
  { log, metrics }: { log: Logger; metrics: MetricsRegistry },
): void {
  const states = features.states();
  for (const state of states) {
    if (state.isSet) warnOfMaturity(state, log);
    if (state.isEnabled !== state.stage.isOnByDefault && state.effect === undefined) {
      log.warning('This feature gate is not implemented: its default is in effect', fieldsOf(state));
    }
  }
  const alpha = states.filter(({ stage, isEnabled }) => isEnabled && stage.maturity === 'alpha');
  if (alpha.length > 0) {
    const names = alpha.map(({ name }) => name).join(' ');
    log.warning(`component has alpha features enabled in emulated version, this is unsupported: features=[${names}]`);
  }
  recordVersion(metrics, {
    component: 'kube',
    binary: kubernetesVersion.split('+', 1)[0]!.replace(/^v/, ''),
    emulation: formatRelease(version.emulation),
    min_compat: formatRelease(version.minCompatibility),
  });
}

function warnOfMaturity(state: FeatureState, log: Logger): void {
  const { maturity } = state.stage;
  if (maturity !== 'GA' && maturity !== 'deprecated') return;
  const message = `Warning: setting ${maturity} feature gate. It will be removed in a future release.`;
  log.info(message, fieldsOf(state));
}

function fieldsOf({ name, isEnabled }: FeatureState) {
  return { featureGate: name, value: isEnabled };
}
