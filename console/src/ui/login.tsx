import { useState } from 'preact/hooks';
import { logIn, loginProblem, refresh, session } from '../api/session.ts';
import { Mark } from './icon.tsx';
import { Notice } from './parts.tsx';

/** Shown without a session, or after its end. */
export function Login() {
  const { context, user } = session.value ?? {};
  return (
    <main class="login">
      <h1>
        <Mark /> Trestle
      </h1>
      {loginProblem.value && <Notice tone="bad">{loginProblem.value}</Notice>}
      {context === undefined ? <LoginForm hasEnded={user !== undefined} /> : <RefusedContext context={context} />}
    </main>
  );
}

/** The server that `trestle console` forwards to has not accepted its credentials. */
function RefusedContext({ context }: { context: string }) {
  return (
    <>
      <Notice tone="bad">The cluster does not accept the credentials of the context {context}.</Notice>
      <p>They may have expired. Renew them in the kubeconfig, and start the console again.</p>
      <button type="button" class="primary" onClick={() => location.reload()}>
        Try again
      </button>
    </>
  );
}

function LoginForm({ hasEnded }: { hasEnded: boolean }) {
  const [token, setToken] = useState('');
  const submit = async (event: Event) => {
    event.preventDefault();
    loginProblem.value = '';
    const isAccepted = await logIn({ token });
    setToken('');
    if (isAccepted) await refresh();
    else loginProblem.value = 'The server does not accept this token.';
  };
  return (
    <>
      {hasEnded && !loginProblem.value && (
        <Notice tone="warn">Your session has ended: twelve hours have passed, or the server has been restarted.</Notice>
      )}
      <p>
        Open the link that <code>trestle open</code> prints, or log in with the token of a user or a service account.
      </p>
      <form onSubmit={submit}>
        <label>
          Token
          <input
            type="password"
            autocomplete="off"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={token.trim() === ''}>
          Log in
        </button>
      </form>
    </>
  );
}
