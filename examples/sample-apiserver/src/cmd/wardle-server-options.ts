import { type RecommendedConfig, RecommendedOptions, runApiServer } from 'trestle/server/options';
import { BanFlunder } from '../admission/ban-flunder.js';
import { wardleInitializer } from '../admission/wardle-initializer.js';
import { createWardleServer } from '../apiserver.js';
import { WardleInformers } from '../clientset/informers.js';

/** The options of the server, from the command line to the running server. */
export class WardleServerOptions {
  readonly recommended = new RecommendedOptions({
    name: 'wardle-server',
    component: 'wardle',
    etcdPrefix: '/registry/wardle.example.com',
    openApi: { title: 'Wardle', version: '0.1' },
    version: { major: '1', minor: '0' },
    serverNames: ['api.wardle.svc', 'api.wardle', 'api'],
    admissionPlugins: [{ name: BanFlunder.pluginName, create: () => new BanFlunder() }],
  });

  /** Reads the command line, completes and validates the options, and serves until the process is to end. */
  run(): Promise<void> {
    return runApiServer(this.recommended, {
      description: 'Launch a wardle API server',
      complete: () => this.complete(),
      create: (config) => this.create(config),
    });
  }

  /** Without a cluster, everything that the server keeps is in one directory. */
  complete(): void {
    const { 'insecure-allow-all': isStandAlone, 'data-dir': directory } = this.recommended.values;
    if (isStandAlone) this.recommended.complete({ 'cert-dir': directory });
  }

  /** All problems with the options; empty: none. */
  validate(): readonly string[] {
    return this.recommended.validate();
  }

  /** Opens the storage, and connects to the cluster. */
  config(): Promise<RecommendedConfig> {
    return this.recommended.config();
  }

  /** Makes the server. Its plug-ins get informers that use its own API. */
  create(config: RecommendedConfig) {
    const { loopback, onError } = config.shared;
    const informers = new WardleInformers({ client: loopback.client, onError });
    const server = config.createServer({ admissionInitializers: [wardleInitializer(informers)] });
    return createWardleServer(server, informers);
  }
}
