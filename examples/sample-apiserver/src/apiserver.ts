import type { ApiServer } from 'trestle/server';
import type { WardleInformers } from './clientset/informers.js';
import { wardle } from './registry/group.js';

export const informersHook = 'start-sample-server-informers';

/** Installs the group, and a hook that starts the informers when the server listens. */
export function createWardleServer(server: ApiServer, informers: WardleInformers): ApiServer {
  server.install(wardle);
  server.shared.lifecycle.addPostStartHook(informersHook, async ({ signal }) => {
    signal.addEventListener('abort', () => void informers.close(), { once: true });
    informers.start();
    await informers.synced();
  });
  return server;
}
