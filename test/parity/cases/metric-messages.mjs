// Metrics in the form that servers of Prometheus prefer.
export { cases } from '../support/metric-messages.mjs';
