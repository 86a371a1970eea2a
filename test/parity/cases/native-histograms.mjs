// Metrics with buckets of exponential width.
export { cases } from '../support/metric-messages.mjs';

export const flags = ['--feature-gates=NativeHistograms=true'];
