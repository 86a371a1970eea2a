// Follows cmd/kube-apiserver/app/options/completion.go (v1.36)
// Follows pkg/controlplane/apiserver/options/options.go (v1.36)

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { housekeepingNames, isSelected } from '../controllers/index.js';
import { ensureDirectory, portProblems } from '../server/config/index.js';
import { flagProblems, parseFlags, UsageError } from '../server/flags/index.js';
import {
  featureProblems,
  featuresConfig,
  type KubeApiServerValues,
  kubeApiServerFlags,
  type ServerConfig,
  serverConfig,
  validateFlags,
} from './config/index.js';
import { type CredentialFiles, credentialFiles, frontProxyName, keepCredentials } from './credentials/index.js';

export interface CompleteConfig {
  readonly config: ServerConfig;
  readonly files: CredentialFiles;
  /** Warnings about deprecated flags. */
  readonly warnings: readonly string[];
}

export interface CompleteConfigOptions {
  /** Provides keys and certificates for these server names. Unset: creates those that are missing in the directory. */
  readonly provideCredentials?: (dataDirectory: string, serverNames: readonly string[]) => void;
}

/**
 * The configuration of a server that needs no setup: unset flags get usable values, and missing keys and certificates
 * are created in its data directory.
 */
export function completeConfig(
  args: readonly string[],
  { provideCredentials = keepInDirectory }: CompleteConfigOptions = {},
): CompleteConfig {
  const parsed = parseFlags(kubeApiServerFlags, args);
  const directory = parsed.values['data-dir'];
  const files = credentialFiles(directory);
  const values = withDefaults(parsed.values, { given: parsed.given, defaults: friendlyDefaults(files, parsed) });
  const problems = flagProblems(kubeApiServerFlags, parsed, () => [
    ...validateFlags(values, parsed.given),
    ...portProblems('secure-port', values['secure-port'], { least: 0 }),
  ]);
  if (problems.length > 0) throw new UsageError(problems);
  const config = serverConfig(values, parsed.given);
  provideCredentials(directory, config.serving.names);
  return { config, files, warnings: parsed.warnings };
}

function keepInDirectory(directory: string, serverNames: readonly string[]): void {
  ensureDirectory('--data-dir', directory);
  keepCredentials(directory, serverNames);
  // Keys must not be committed to a repository.
  writeFileSync(join(directory, '.gitignore'), '*\n');
}

/** Whether the feature exists in the emulated release and is on. Invalid gates are reported later. */
function hasUidHeaders(values: KubeApiServerValues): boolean {
  return featureProblems(values).length > 0 || featuresConfig(values).features.isEnabled('RemoteRequestHeaderUID');
}

interface Parsed {
  readonly values: KubeApiServerValues;
  readonly given: ReadonlySet<string>;
}

/** The flags that kube-apiserver requires: who may call, under which names, with which keys. */
function friendlyDefaults(files: CredentialFiles, { values, given }: Parsed): Partial<KubeApiServerValues> {
  const { 'admission-control': only, 'enable-admission-plugins': enabled } = values;
  const choosesPlugins = only.length > 0 || enabled.includes('ServiceAccount');
  const requiresAccounts = choosesPlugins || (values['simulate-nodes'] > 0 && hasServiceAccounts(values, given));
  return {
    'bind-address': '127.0.0.1',
    'tls-cert-file': files.server.certificateFile,
    'tls-private-key-file': files.server.keyFile,
    'client-ca-file': files.authority.certificateFile,
    'requestheader-client-ca-file': files.frontProxyAuthority.certificateFile,
    'requestheader-allowed-names': [frontProxyName],
    'requestheader-username-headers': ['X-Remote-User'],
    'requestheader-uid-headers': hasUidHeaders(values) ? ['X-Remote-Uid'] : [],
    'requestheader-group-headers': ['X-Remote-Group'],
    'requestheader-extra-headers-prefix': ['X-Remote-Extra-'],
    'proxy-client-cert-file': files.frontProxyClient.certificateFile,
    'proxy-client-key-file': files.frontProxyClient.keyFile,
    'service-account-issuer': ['https://kubernetes.default.svc'],
    'service-account-signing-key-file': files.serviceAccountKeyFile,
    'authorization-mode': ['Node', 'RBAC'],
    'allow-privileged': true,
    controllers: [...housekeepingNames],
    'root-ca-file': files.authority.certificateFile,
    'cluster-signing-cert-file': files.authority.certificateFile,
    'cluster-signing-key-file': files.authority.keyFile,
    // Without nodes, pods do not run: they can be created without a service account, as with envtest.
    'disable-admission-plugins': requiresAccounts ? [] : ['ServiceAccount'],
  };
}

/** Whether a controller creates the service account of every namespace. */
function hasServiceAccounts({ controllers }: KubeApiServerValues, given: ReadonlySet<string>): boolean {
  return !given.has('controllers') || isSelected('serviceaccount-controller', controllers);
}

function withDefaults(
  values: KubeApiServerValues,
  { given, defaults }: { given: ReadonlySet<string>; defaults: Partial<KubeApiServerValues> },
): KubeApiServerValues {
  const missing = Object.entries(defaults).filter(([name]) => !given.has(name));
  return { ...values, ...(Object.fromEntries(missing) as Partial<KubeApiServerValues>) };
}
