// Follows staging/src/k8s.io/client-go/plugin/pkg/client/auth/exec/exec.go (v1.36)

import { decodeJson, jsonText } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, type JsonValue, parseTime } from '../../apimachinery/meta/index.js';
import { type Clock, systemClock } from '../clock/index.js';
import type { Credentials, KeyPair } from '../rest/index.js';
import { type ExecConfig, type KubeconfigCluster, KubeconfigError } from './kubeconfig.js';
import { runPlugin } from './run-plugin.js';

/** Options of a credential plug-in. */
export interface ExecCredentialsOptions {
  readonly exec: ExecConfig;
  /** Passed to the plugin if `provideClusterInfo` is set. */
  readonly cluster: KubeconfigCluster;
  readonly clock?: Clock | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

interface Issued {
  readonly authorization: string | undefined;
  readonly keyPair: KeyPair | undefined;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const apiVersions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];
const clusterExtension = 'client.authentication.k8s.io/exec';

/** Credentials from an exec plugin, cached until they expire or the server responds with 401. */
export class ExecCredentials implements Credentials {
  readonly #options: ExecCredentialsOptions;
  readonly #clock: Clock;
  #issued: Issued | undefined;
  #issuing: Promise<Issued> | undefined;

  constructor(options: ExecCredentialsOptions) {
    const { apiVersion, interactiveMode } = options.exec;
    if (!apiVersions.includes(apiVersion)) throw new KubeconfigError(`exec plugins of ${apiVersion} are not supported`);
    if (interactiveMode === 'Always') throw new KubeconfigError('an exec plugin that needs a terminal cannot be used');
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  async authorization(): Promise<string | undefined> {
    return (await this.#current()).authorization;
  }

  async keyPair(): Promise<KeyPair | undefined> {
    return (await this.#current()).keyPair;
  }

  refused(): void {
    this.#issued = undefined;
  }

  /** Concurrent callers share one run of the plugin. */
  async #current(): Promise<Issued> {
    if (this.#issued !== undefined && this.#clock.now() < this.#issued.expires) return this.#issued;
    this.#issuing ??= this.#issue().finally(() => {
      this.#issuing = undefined;
    });
    return this.#issuing;
  }

  async #issue(): Promise<Issued> {
    const { exec, env = process.env } = this.#options;
    const extra = Object.fromEntries((exec.env ?? []).map(({ name, value }) => [name, value]));
    const output = await runPlugin(exec, { ...env, ...extra, KUBERNETES_EXEC_INFO: jsonText(this.#request()) });
    this.#issued = readIssued(output, exec);
    return this.#issued;
  }

  #request(): JsonObject {
    const { exec, cluster } = this.#options;
    const clusterSpec = exec.provideClusterInfo ? { cluster: clusterInfo(cluster) } : {};
    return { kind: 'ExecCredential', apiVersion: exec.apiVersion, spec: { interactive: false, ...clusterSpec } };
  }
}

function clusterInfo({ extensions = [], ...cluster }: KubeconfigCluster): JsonObject {
  const config = extensions.find(({ name }) => name === clusterExtension)?.extension as JsonValue | undefined;
  return { ...(cluster as unknown as JsonObject), ...(config !== undefined && { config }) };
}

function readIssued(output: Buffer, { apiVersion, command }: ExecConfig): Issued {
  const { status, ...response } = parse(output, command);
  if (response['kind'] !== 'ExecCredential' || response['apiVersion'] !== apiVersion) {
    throw new KubeconfigError(`exec plugin ${command} did not return an ExecCredential of ${apiVersion}`);
  }
  if (!isJsonObject(status)) throw new KubeconfigError(`exec plugin ${command} didn't return a status field`);
  const { token, clientCertificateData: certificate, clientKeyData: key, expirationTimestamp } = status;
  const hasToken = typeof token === 'string' && token !== '';
  const hasKeyPair = typeof certificate === 'string' && typeof key === 'string';
  if (!hasToken && !hasKeyPair)
    throw new KubeconfigError(`exec plugin ${command} didn't return a token or cert/key pair`);
  return {
    authorization: hasToken ? `Bearer ${token}` : undefined,
    keyPair: hasKeyPair ? { certificate, key } : undefined,
    expires: parseTime(String(expirationTimestamp)) ?? Number.POSITIVE_INFINITY,
  };
}

function parse(output: Buffer, command: string): JsonObject {
  try {
    const response = decodeJson(output);
    if (isJsonObject(response)) return response;
  } catch {
    // Reported below without details: the output may contain secrets.
  }
  throw new KubeconfigError(`exec plugin ${command} did not return JSON`);
}
