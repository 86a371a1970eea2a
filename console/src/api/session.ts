import { signal } from '@preact/signals';
import { loggedOut, messageOf, root, shareLongRunning } from './client.ts';
import { SharedConnection } from './shared-connection.ts';

/** Who is logged in at this server; or the kubeconfig's context, which needs no log-in. */
export interface Session {
  readonly user?: string;
  readonly expires?: string;
  readonly context?: string;
  readonly server?: string;
  readonly namespace?: string;
  /** Where a WebSocket for all long-running requests can be opened, if the server cannot do better. */
  readonly sharedConnection?: string;
}

let isShared = false;

export const session = signal<Session | undefined>(undefined);
export const loginProblem = signal('');

async function call(method: string, body?: object): Promise<Response> {
  return fetch(new URL('console/session', root()), {
    method,
    headers: { 'x-trestle-console': '1', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Uses the secret of the link, if there is one, and finds out who is logged in. */
export async function begin(): Promise<void> {
  await useLink();
  await refresh();
}

// A link that is opened where the console is shown already changes the fragment only.
addEventListener('hashchange', () => {
  if (secretOfLink() !== undefined) void begin();
});

function secretOfLink(): string | undefined {
  return /^#login=(.+)$/.exec(location.hash)?.[1];
}

async function useLink(): Promise<void> {
  const secret = secretOfLink();
  if (secret === undefined) return;
  // Neither in the history nor in the address any longer.
  history.replaceState(null, '', '#/');
  dispatchEvent(new HashChangeEvent('hashchange'));
  const isAccepted = await logIn({ secret });
  loginProblem.value = isAccepted
    ? ''
    : 'This link has been used, or is older than five minutes. Get a new one with “trestle open”.';
}

export async function logIn(credentials: { secret: string } | { token: string }): Promise<boolean> {
  const response = await call('POST', credentials);
  return response.ok;
}

export async function refresh(): Promise<void> {
  try {
    const response = await call('GET');
    const found = response.ok ? ((await response.json()) as Session) : undefined;
    if (found?.sharedConnection && !isShared) {
      shareLongRunning(new SharedConnection(found.sharedConnection, root()));
      isShared = true;
    }
    session.value = found;
    loggedOut.value = !response.ok;
  } catch (error) {
    loginProblem.value = messageOf(error);
    loggedOut.value = true;
  }
}

export async function logOut(): Promise<void> {
  await call('DELETE');
  session.value = undefined;
  loggedOut.value = true;
}
