export { type PodSecurityConfiguration, readPodSecurityConfiguration } from './configuration.js';
export { PodSecurity, type PodSecurityOptions } from './pod-security.js';
