import { readFile } from 'node:fs/promises';
import type { Dial } from '../../apimachinery/dial/index.js';
import { messageOf } from '../../apimachinery/status/index.js';
import { type Authorizer, ReloadableAuthorizer } from '../../server/authorization/index.js';
import { UsageError } from '../../server/flags/index.js';
import { authorizationMetrics, hashLabel, type MetricsRegistry } from '../../server/metrics/index.js';
import { Closers } from '../../server/process/index.js';
import { ReloadMetrics, WatchedFile } from '../../server/reloading/index.js';
import type { AuthorizationConfig } from '../config/index.js';
import { AuthorizerFactory, type StoredAuthorizers } from './authorizer-factory.js';
import { checkedConfiguration } from './checked-configuration.js';

export interface AuthorizationDependencies {
  readonly stored: StoredAuthorizers;
  readonly metrics: MetricsRegistry;
  /** Identifies this server among those that share a storage. */
  readonly serverId: string;
  /** Opens connections to webhooks. Unset: they are direct. */
  readonly dial?: Dial | undefined;
  readonly onError: (error: unknown) => void;
}

/** Closing it closes everything that belongs to it. */
export interface Authorization {
  readonly authorizer: Authorizer;
  close(): Promise<void>;
}

/** The authorizer of the flags, or of a file, which is reloaded. Rejects if the configuration is invalid. */
export async function createAuthorization(
  config: AuthorizationConfig,
  dependencies: AuthorizationDependencies,
): Promise<Authorization> {
  const closers = new Closers();
  try {
    const authorizer = await open(config, dependencies, closers);
    return { authorizer, close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw new UsageError([messageOf(error)], { cause: error });
  }
}

async function open(
  { file, authorizers, policyFile }: AuthorizationConfig,
  dependencies: AuthorizationDependencies,
  closers: Closers,
): Promise<Authorizer> {
  const text = file === undefined ? '' : await readFile(file, 'utf8');
  const configuration = file === undefined ? { authorizers } : await checkedConfiguration(text);
  const factory = closers.add(await AuthorizerFactory.create({ ...dependencies, policyFile }, configuration));
  const first = await factory.build(configuration);
  if (file === undefined) return first;
  const authorizer = new ReloadableAuthorizer(first);
  const reloads = new ReloadMetrics({ ...dependencies, declarations: authorizationMetrics });
  reloads.show(hashLabel(text));
  const failed = (error: unknown): void => {
    reloads.failed();
    dependencies.onError(new Error('reloading authorization config', { cause: error }));
  };
  const onChange = async (changed: string): Promise<'done'> => {
    try {
      authorizer.replace(await factory.build(await checkedConfiguration(changed, factory.requiredTypes)));
      reloads.succeeded(hashLabel(changed));
    } catch (error) {
      failed(error);
    }
    return 'done';
  };
  closers.add(new WatchedFile({ path: file, text, onChange, onError: failed })).start();
  return authorizer;
}
