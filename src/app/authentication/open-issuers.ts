// Follows pkg/kubeapiserver/options/authentication.go (v1.36)

import { readFile } from 'node:fs/promises';
import type { Dial } from '../../apimachinery/dial/index.js';
import { aggregateMessage, FieldPath } from '../../apimachinery/validation/index.js';
import type {
  AnonymousConfiguration,
  AuthenticationConfiguration,
  JwtConfiguration,
  JwtTokens,
} from '../../server/authentication/jwt/index.js';
import type { FeatureGates } from '../../server/feature-gates/index.js';
import { authenticationMetrics, hashLabel, type MetricsRegistry } from '../../server/metrics/index.js';
import type { Closers } from '../../server/process/index.js';
import { ReloadMetrics, WatchedFile } from '../../server/reloading/index.js';
import type { AuthenticationConfig, OidcConfig } from '../config/index.js';

export interface IssuerDependencies {
  /** Issuers whose tokens another authenticator accepts. */
  readonly serviceAccountIssuers: readonly string[];
  readonly metrics: MetricsRegistry;
  readonly serverId: string;
  readonly onError: (error: unknown) => void;
  readonly closers: Closers;
  /** Returns what opens connections to a network of the egress selector. Unset: there is none. */
  readonly findDialer?: ((network: string) => Dial | undefined) | undefined;
  readonly features: FeatureGates;
}

export interface Issuers {
  readonly tokens: JwtTokens;
  /** The file's setting for anonymous requests; undefined: not set. */
  readonly anonymous: AnonymousConfiguration | undefined;
}

type JwtRoom = typeof import('../../server/authentication/jwt/index.js');

/**
 * The JWT issuers of the flags, or of a file, which is reloaded. Undefined: there are none. Rejects if they are
 * invalid.
 */
export async function openIssuers(
  config: AuthenticationConfig,
  dependencies: IssuerDependencies,
): Promise<Issuers | undefined> {
  const { file, oidc, audiences } = config;
  if (file === undefined && oidc === undefined) return undefined;
  const room = await import('../../server/authentication/jwt/index.js');
  const text = file === undefined ? '' : await readFile(file, 'utf8');
  const configuration = oidc ? await ofFlags(oidc) : room.readAuthenticationConfiguration(text);
  if (configuration.anonymous && config.isAnonymousGiven) {
    const detail =
      '--anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file';
    throw new Error(aggregateMessage([FieldPath.of('anonymous').forbidden(detail)]));
  }
  check(room, configuration, dependencies);
  const algorithms = oidc?.algorithms ?? room.signingAlgorithms;
  const measuresKeySets = dependencies.features.isEnabled('StructuredAuthenticationConfigurationJWKSMetrics');
  const tokens = dependencies.closers.add(
    new room.JwtTokens(configuration.jwt, { ...dependencies, algorithms, audiences, measuresKeySets }),
  );
  if (file !== undefined) watch({ room, file, text, tokens, first: configuration }, dependencies);
  return { tokens, anonymous: configuration.anonymous };
}

/** Throws with kube-apiserver's error texts. */
function check(
  room: JwtRoom,
  configuration: AuthenticationConfiguration,
  { serviceAccountIssuers, findDialer, features }: IssuerDependencies,
): void {
  const errors = room.validateAuthenticationConfiguration(configuration, {
    disallowedIssuers: serviceAccountIssuers,
    mayUseEgress: features.isEnabled('StructuredAuthenticationConfigurationEgressSelector'),
  });
  if (errors.length > 0) throw new Error(`invalid authentication configuration: ${aggregateMessage(errors)}`);
  const { issuer } = configuration.jwt.find(({ issuer }) => issuer.egressSelectorType !== '') ?? {};
  if (issuer && !findDialer)
    throw new Error(`oidc: egress lookup required with egress selector type "${issuer.egressSelectorType}"`);
}

interface Watched {
  readonly room: JwtRoom;
  readonly file: string;
  readonly text: string;
  readonly tokens: JwtTokens;
  readonly first: AuthenticationConfiguration;
}

/** An invalid file leaves the previous configuration in use; one whose issuers cannot be reached is retried. */
function watch({ room, file, text, tokens, first }: Watched, dependencies: IssuerDependencies): void {
  const reloads = new ReloadMetrics({ ...dependencies, declarations: authenticationMetrics });
  reloads.show(hashLabel(text));
  const failed = (error: unknown): void => {
    reloads.failed();
    dependencies.onError(new Error('reloading authentication config', { cause: error }));
  };
  const onChange = async (changed: string): Promise<'done' | 'undone'> => {
    let jwt: readonly JwtConfiguration[];
    try {
      jwt = changedIssuers(room, changed, { first, dependencies });
    } catch (error) {
      failed(error);
      return 'done';
    }
    try {
      await tokens.replace(jwt);
    } catch (error) {
      failed(error);
      return 'undone';
    }
    reloads.succeeded(hashLabel(changed));
    return 'done';
  };
  dependencies.closers.add(new WatchedFile({ path: file, text, onChange, onError: failed })).start();
}

function changedIssuers(
  room: JwtRoom,
  text: string,
  { first, dependencies }: { first: AuthenticationConfiguration; dependencies: IssuerDependencies },
): readonly JwtConfiguration[] {
  const configuration = room.readAuthenticationConfiguration(text);
  check(room, configuration, dependencies);
  if (JSON.stringify(first.anonymous) === JSON.stringify(configuration.anonymous)) return configuration.jwt;
  throw new Error(aggregateMessage([FieldPath.of('anonymous').forbidden('changed from initial configuration file')]));
}

async function ofFlags(oidc: OidcConfig): Promise<AuthenticationConfiguration> {
  const { authorityFile, configuration } = oidc;
  const certificateAuthority = authorityFile === undefined ? '' : await readFile(authorityFile, 'utf8');
  const issuer = { ...configuration.issuer, certificateAuthority };
  return { jwt: [{ ...configuration, issuer }], anonymous: undefined };
}
