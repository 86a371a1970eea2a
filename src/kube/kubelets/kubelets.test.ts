import { describe, expect, it } from 'vitest';
import { FeatureGates, parseFeatureSettings } from '../../server/feature-gates/index.js';
import { encodeStored, type Stores } from '../../server/registry/index.js';
import { kubeFeatureGates } from '../feature-gates/index.js';
import { Kubelets } from './kubelets.js';

const capable = ['ExtendWebSocketsToKubelet'];

function kubeletsOf(declaredFeatures: string[], gates: string[]): Kubelets {
  const addresses = [{ type: 'InternalIP', address: '10.0.0.1' }];
  const value = encodeStored({ metadata: { name: 'n' }, status: { addresses, declaredFeatures } });
  const features = new FeatureGates({ gates: kubeFeatureGates, settings: parseFeatureSettings(gates) });
  const get = () => ({ features, get: async () => ({ value, revision: 1 }) });
  return new Kubelets({ get } as unknown as Pick<Stores, 'get'>);
}

describe('WebSockets to a kubelet', () => {
  it.each<[declared: string[], gates: string[], streams: boolean, ports: boolean]>([
    [[], [], true, true],
    [capable, [], false, false],
    [capable, ['ExtendWebSocketsToKubelet=false'], true, true],
    [[], ['TranslateStreamCloseWebsocketRequests=false'], false, true],
    [[], ['PortForwardWebsockets=false'], true, false],
  ])('that declares %j are translated with the gates %j: %s, %s', async (declared, gates, streams, ports) => {
    const kubelets = kubeletsOf(declared, gates);
    expect((await kubelets.of('n')).translatesWebSockets).toEqual({ streams, ports });
    kubelets.close();
  });
});
