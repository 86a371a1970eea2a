export { hashLabel, ReloadMetrics, type ReloadMetricsOptions } from './reload-metrics.js';
export { WatchedFile, type WatchedFileOptions } from './watched-file.js';
