import { useState } from 'preact/hooks';
import { logIn, loginProblem, refresh } from '../api/session.ts';
import { Mark } from './icon.tsx';
import { Notice } from './parts.tsx';

export function Login() {
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
    <main class="login">
      <h1>
        <Mark /> Trestle
      </h1>
      {loginProblem.value && <Notice tone="bad">{loginProblem.value}</Notice>}
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
    </main>
  );
}
