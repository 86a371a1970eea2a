// Follows cmd/kube-apiserver/app/options/options.go (v1.36)

import type { KubeletOptions } from '../../kube/kubelets/index.js';
import { type KeyPairFiles, keyPairFiles, unpairedFiles } from '../../server/config/index.js';
import { type FlagValues, inGroup, notNegative } from '../../server/flags/index.js';

export const kubeletFlags = inGroup('misc', {
  'kubelet-certificate-authority': {
    type: 'string',
    default: '',
    help: 'File with the certificate authority of kubelets; if unset, their certificates are not verified',
  },
  'kubelet-client-certificate': {
    type: 'string',
    default: '',
    help: 'File with the client certificate to present to kubelets',
  },
  'kubelet-client-key': {
    type: 'string',
    default: '',
    help: 'File with the private key of --kubelet-client-certificate',
  },
  'kubelet-port': {
    type: 'int',
    default: 10_250,
    help: 'Port of kubelets whose Node does not state one',
    deprecated: 'kubelet-port is deprecated and will be removed',
  },
  'kubelet-preferred-address-types': {
    type: 'strings',
    default: ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'],
    help: 'Types of node addresses for connections to kubelets, in order of preference',
  },
  'kubelet-read-only-port': {
    type: 'int',
    default: 10_255,
    help: 'Read-only port of kubelets',
    deprecated: 'kubelet-read-only-port is deprecated and will be removed',
    ignored: 'the port is unused, as in kube-apiserver',
  },
  'max-connection-bytes-per-sec': {
    type: 'int',
    default: 0,
    help: 'Bandwidth limit of each upgraded connection to a pod, service or kubelet, such as exec; 0 means no limit',
    limited: 'connections that are translated between WebSocket and SPDY are not limited',
  },
  'kubelet-timeout': {
    type: 'duration',
    default: 5000,
    help: 'Timeout for connecting to a kubelet',
    validate: notNegative,
  },
});

type KubeletFlags = FlagValues<typeof kubeletFlags>;

/** How to connect to kubelets and verify them. */
export interface KubeletsConfig extends Omit<KubeletOptions, 'authorities' | 'keyPair'> {
  /** Empty: their certificates are not verified. */
  readonly certificateAuthorityFile: string;
  /** This server's client certificate for kubelets. */
  readonly client: KeyPairFiles | undefined;
}

export function kubeletsConfig(flags: KubeletFlags): KubeletsConfig {
  return {
    certificateAuthorityFile: flags['kubelet-certificate-authority'],
    client: keyPairFiles(flags['kubelet-client-certificate'], flags['kubelet-client-key']),
    addressTypes: flags['kubelet-preferred-address-types'],
    port: flags['kubelet-port'],
    connectMilliseconds: flags['kubelet-timeout'],
    bytesPerSecond: Math.max(0, flags['max-connection-bytes-per-sec']),
  };
}

export function validateKubelets(flags: KubeletFlags): string[] {
  return unpairedFiles(flags, ['kubelet-client-certificate', 'kubelet-client-key']);
}
