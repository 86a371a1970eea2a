/** What `import 'trestle'` gives: what most programs need. Everything else has an entry point of its own. */
export { isConflict, isNotFound, StatusError } from '../apimachinery/status/index.js';
export { Informer, SharedInformers } from '../client/informer/index.js';
export { defaultConnection, loadKubeconfig } from '../client/kubeconfig/index.js';
export { RestClient } from '../client/rest/index.js';
export { runController, WorkQueue } from '../client/workqueue/index.js';
export { ApiServer, defineGroup, defineResource } from '../server/index.js';
export { RecommendedOptions } from '../server/options/index.js';
export { EmbeddedStorage } from '../storage/embedded/index.js';
export { TestServer, type TestServerOptions } from '../testing/index.js';
