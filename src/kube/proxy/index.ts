export { proxyConnection } from './proxy-connection.js';
export type { ProxyLocation } from './proxy-location.js';
export type { SchemeNamePort } from './scheme-name-port.js';
