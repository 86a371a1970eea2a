import { type ApiServer, TestServer } from 'trestle';
import type { Pod } from 'trestle/api/core/v1';
import type { ObjectInput } from 'trestle/apimachinery/meta';

export const pod: ObjectInput<Pod> = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a' },
  spec: { containers: [{ name: 'a', image: 'b' }] },
};
export const nameOf = (one: Pod): string | undefined => one.spec.containers?.[0]?.name;
export const start: () => Promise<TestServer> = () => TestServer.start();
export type Server = ApiServer;
