import type { RestClient } from '../../client/rest/index.js';
import type { ApiServer } from '../api-server.js';
import type { ApiServerOptions, ListenOptions } from '../api-server-options.js';
import type { Logger } from '../logging/index.js';
import type { SharedServer } from '../shared-server.js';
import type { AdmissionInitializer } from './create-admission.js';

/** Options of the creation of a server from its configuration. */
export interface CreateServerOptions extends Partial<Omit<ApiServerOptions, 'storage' | 'shared' | 'admission'>> {
  /** Hand the admission plug-ins what they need. */
  readonly admissionInitializers?: readonly AdmissionInitializer[];
}

/** Everything that a server needs, opened as its flags say: `config.createServer()`, `server.start(config.listen)`. */
export interface RecommendedConfig {
  readonly log: Logger;
  /** Health, metrics, discovery, OpenAPI, post-start hooks, and the client by which the server uses its own API. */
  readonly shared: SharedServer;
  /** Client of the main server of the cluster; undefined with --insecure-allow-all. */
  readonly cluster: RestClient | undefined;
  readonly listen: ListenOptions;
  /** Creates the server, without resources. Throws if a plug-in lacks something. */
  createServer(options?: CreateServerOptions): ApiServer;
  /** Closes what was opened. Call it after the server has closed. */
  close(): Promise<void>;
}
