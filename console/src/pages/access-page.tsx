import { useEffect } from 'preact/hooks';
import { session } from '../api/session.ts';
import { route } from '../route.ts';
import { announce } from '../ui/keyboard.ts';
import { useLoad } from '../ui/load.ts';
import { Chip, Facts, Loading, Notice, Problem, Section } from '../ui/parts.tsx';
import { AccessQuestions } from './access-questions.tsx';
import { review } from './access-reviews.ts';

interface UserInfo {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Who am I, what may I do, and who may do what. */
export function AccessPage(_: { segments: readonly string[] }) {
  useEffect(() => announce('Access'), []);
  const { value: me, error } = useLoad(
    () => review<{ userInfo: UserInfo }>('authentication.k8s.io/v1/selfsubjectreviews', 'SelfSubjectReview', {}),
    [],
  );
  const user = me?.userInfo;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Access</h1>
      </header>
      <Section title="Who am I">
        {error !== undefined && <Problem error={error} />}
        {user && (
          <Facts
            facts={[
              ['User', user.username],
              ['Groups', (user.groups ?? []).map((group) => <Chip key={group}>{group}</Chip>)],
              ...(session.value?.expires
                ? [['Session ends', new Date(session.value.expires).toLocaleString()] as const]
                : []),
              ...Object.entries(user.extra ?? {}).map(([key, values]) => [key, values.join(', ')] as const),
            ]}
          />
        )}
      </Section>
      <AccessQuestions />
      <MyRules />
    </div>
  );
}

interface RulesStatus {
  readonly resourceRules?: readonly {
    verbs?: readonly string[];
    apiGroups?: readonly string[];
    resources?: readonly string[];
    resourceNames?: readonly string[];
  }[];
  readonly nonResourceRules?: readonly { verbs?: readonly string[]; nonResourceURLs?: readonly string[] }[];
  readonly incomplete?: boolean;
}

function MyRules() {
  const within = route.value.query.get('in')?.replace('*', '') || 'default';
  const { value, error } = useLoad(
    () =>
      review<RulesStatus>('authorization.k8s.io/v1/selfsubjectrulesreviews', 'SelfSubjectRulesReview', {
        namespace: within,
      }),
    [within],
  );
  return (
    <Section title={`What I may do in namespace ${within}`}>
      {error !== undefined && <Problem error={error} />}
      {!value && error === undefined && <Loading />}
      {value?.incomplete && (
        <Notice tone="warn">The list is not complete: some authorizers cannot list what they allow.</Notice>
      )}
      <div class="scroll-x" tabIndex={0} role="region" aria-label="My rules">
        <table class="list">
          <thead>
            <tr>
              <th>Resources</th>
              <th>Groups</th>
              <th>Names</th>
              <th>Verbs</th>
            </tr>
          </thead>
          <tbody>
            {(value?.resourceRules ?? []).map((rule) => (
              <tr key={JSON.stringify(rule)}>
                <td class="mono">{(rule.resources ?? []).join(', ')}</td>
                <td class="mono">{(rule.apiGroups ?? []).map((group) => group || 'core').join(', ')}</td>
                <td class="mono">{(rule.resourceNames ?? []).join(', ')}</td>
                <td>
                  {(rule.verbs ?? []).map((verb) => (
                    <Chip key={verb}>{verb}</Chip>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
          {(value?.nonResourceRules ?? []).length > 0 && (
            <thead>
              <tr>
                <th colSpan={3}>Paths of the server</th>
                <th>Verbs</th>
              </tr>
            </thead>
          )}
          <tbody>
            {(value?.nonResourceRules ?? []).map((rule) => (
              <tr key={JSON.stringify(rule)}>
                <td class="mono" colSpan={3}>
                  {(rule.nonResourceURLs ?? []).join(' ')}
                </td>
                <td>
                  {(rule.verbs ?? []).map((verb) => (
                    <Chip key={verb}>{verb}</Chip>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
