// Follows staging/src/k8s.io/apimachinery/pkg/util/net/port_split.go (v1.36)

/** Scheme, name and port in a proxy request. */
export interface SchemeNamePort {
  readonly scheme: 'http' | 'https';
  readonly name: string;
  /** A number or a name; empty: chosen by the server. */
  readonly port: string;
}

/** Parses `name`, `name:port` or `scheme:name:port`. Returns undefined for other forms. */
export function parseSchemeNamePort(id: string): SchemeNamePort | undefined {
  const parts = id.split(':');
  const [scheme = '', name = '', port = ''] = parts.length < 3 ? ['', ...parts] : parts;
  if (parts.length > 3 || name === '' || !['', 'http', 'https'].includes(scheme)) return undefined;
  return { scheme: scheme === 'https' ? 'https' : 'http', name, port };
}
