export { serveJobs } from './serve-jobs.js';
export { WorkerThread } from './worker-thread.js';
