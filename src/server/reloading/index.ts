export { ReloadMetrics } from './reload-metrics.js';
export { watchFiles } from './watch-files.js';
export { WatchedFile } from './watched-file.js';
