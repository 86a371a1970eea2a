/** What a client wants to speak to, and how. */
export interface SchemeNamePort {
  readonly scheme: 'http' | 'https';
  readonly name: string;
  /** A number, or a name; empty where the client leaves it to us. */
  readonly port: string;
}

/** Reads `name`, `name:port` or `scheme:name:port`. Undefined where it is none of these. */
export function parseSchemeNamePort(id: string): SchemeNamePort | undefined {
  const parts = id.split(':');
  const [scheme = '', name = '', port = ''] = parts.length < 3 ? ['', ...parts] : parts;
  if (parts.length > 3 || name === '' || !['', 'http', 'https'].includes(scheme)) return undefined;
  return { scheme: scheme === 'https' ? 'https' : 'http', name, port };
}
