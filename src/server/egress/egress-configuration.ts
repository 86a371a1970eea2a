// Follows staging/src/k8s.io/apiserver/pkg/server/egressselector/config.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/v1beta1/types.go (v1.36)

import { existsSync } from 'node:fs';
import { decodeYaml } from '../../apimachinery/codec/index.js';
import { type ConfigurationFields, readConfiguration } from '../../apimachinery/configuration/index.js';
import { messageOf } from '../../apimachinery/status/index.js';
import { aggregateMessage, type FieldError, FieldPath } from '../../apimachinery/validation/index.js';

/** The networks that connections may go to. */
const egressNames = ['cluster', 'controlplane', 'etcd'];

export interface TlsConfig {
  readonly caBundle: string;
  readonly clientKey: string;
  readonly clientCert: string;
  readonly tlsServerName: string;
}

export interface EgressTransport {
  readonly tcp: { readonly url: string; readonly tls: TlsConfig | undefined } | undefined;
  readonly uds: { readonly name: string } | undefined;
}

export interface EgressSelection {
  readonly name: string;
  readonly protocol: string;
  readonly transport: EgressTransport | undefined;
}

const protocols = ['Direct', 'HTTPConnect', 'GRPC'];
const wanted = {
  kind: 'EgressSelectorConfiguration',
  apiVersions: ['apiserver.k8s.io/v1beta1', 'apiserver.k8s.io/v1alpha1'],
};

/** Throws kube-apiserver's error for a document that is not a valid EgressSelectorConfiguration. */
export function readEgressConfiguration(text: string): readonly EgressSelection[] {
  const selections = decoded(text);
  const errors = [...selections.flatMap(connectionErrors), ...nameErrors(selections)];
  if (errors.length > 0)
    throw new Error(`failed to validate egress selector configuration: ${aggregateMessage(errors)}`);
  return selections;
}

function decoded(text: string): readonly EgressSelection[] {
  try {
    return readConfiguration(decodeYaml(Buffer.from(text)), wanted, (fields) =>
      fields.objects('egressSelections', 'v1beta1.EgressSelection').map(selectionOf),
    );
  } catch (error) {
    const problem = messageOf(error);
    throw new Error(`failed to read egress selector config: ${problem}`, { cause: error });
  }
}

function selectionOf(fields: ConfigurationFields): EgressSelection {
  const connection = fields.object('connection', 'v1beta1.Connection');
  const transport = connection.optionalObject('transport', 'v1beta1.Transport');
  return {
    name: fields.text('name'),
    protocol: connection.text('proxyProtocol'),
    transport: transport && transportOf(transport),
  };
}

function transportOf(fields: ConfigurationFields): EgressTransport {
  const tcp = fields.optionalObject('tcp', 'v1beta1.TCPTransport');
  const uds = fields.optionalObject('uds', 'v1beta1.UDSTransport');
  const tls = tcp?.optionalObject('tlsConfig', 'v1beta1.TLSConfig');
  return {
    tcp: tcp && { url: tcp.text('url'), tls: tls && tlsOf(tls) },
    uds: uds && { name: uds.text('udsName') },
  };
}

function tlsOf(fields: ConfigurationFields): TlsConfig {
  return {
    caBundle: fields.text('caBundle'),
    clientKey: fields.text('clientKey'),
    clientCert: fields.text('clientCert'),
    tlsServerName: fields.text('tlsServerName'),
  };
}

const path = FieldPath.of('service', 'connection');

function connectionErrors({ protocol, transport }: EgressSelection): FieldError[] {
  switch (protocol) {
    case 'Direct':
      return transport ? [path.child('transport').invalid('direct', 'config must be absent for direct connect')] : [];
    case 'HTTPConnect':
      if (!transport) return [path.child('transport').required('transport must be set for HTTPConnect')];
      return httpConnectErrors(transport);
    case 'GRPC':
      if (!transport) return [path.child('transport').required('transport must be set for GRPC')];
      return transport.uds ? socketErrors(transport.uds) : [path.child('uds').required('UDS must be set with GRPC')];
    default:
      return [path.child('protocol').notSupported(protocol, protocols)];
  }
}

function httpConnectErrors({ tcp, uds }: EgressTransport): FieldError[] {
  if (tcp && uds) return [path.child('tcp').invalid({ url: tcp.url }, 'TCP and UDS cannot both be set')];
  if (tcp) return tcpErrors(tcp);
  return uds ? socketErrors(uds) : [path.child('tcp').required('One of TCP or UDS must be set')];
}

function socketErrors({ name }: { readonly name: string }): FieldError[] {
  return name === '' ? [path.child('udsName').invalid('nil', 'must be present for UDS connections')] : [];
}

function tcpErrors({ url, tls }: NonNullable<EgressTransport['tcp']>): FieldError[] {
  if (url.startsWith('http://')) {
    return tls ? [path.child('tlsConfig').invalid('nil', 'config must not be present when using HTTP')] : [];
  }
  if (!url.startsWith('https://')) {
    return [path.child('url').invalid(url, 'supported connection protocols are http:// and https://')];
  }
  const at = path.child('tlsConfig');
  if (!tls) return [at.required('TLSConfig must be present when using HTTPS')];
  const { caBundle, clientCert, clientKey } = tls;
  const isMissing = (file: string): boolean => file !== '' && !existsSync(file);
  return [
    ...(isMissing(caBundle) ? [at.child('caBundle').invalid(caBundle, 'TLS config ca bundle does not exist')] : []),
    ...(clientCert === '' ? [at.child('clientCert').invalid('nil', 'Using TLS requires clientCert')] : []),
    ...(isMissing(clientCert) ? [at.child('clientCert').invalid(clientCert, 'TLS client cert does not exist')] : []),
    ...(clientKey === '' ? [at.child('clientKey').invalid('nil', 'Using TLS requires requires clientKey')] : []),
    ...(isMissing(clientKey) ? [at.child('clientKey').invalid(clientKey, 'TLS client key does not exist')] : []),
  ];
}

function nameErrors(selections: readonly EgressSelection[]): FieldError[] {
  const seen = new Set<string>();
  return selections.flatMap((selection, index) => {
    const name = selection.name.toLowerCase();
    if (seen.has(name)) return [path.index(index).duplicate(name)];
    seen.add(name);
    return egressNames.includes(name) ? [] : [path.notSupported(name, egressNames)];
  });
}
