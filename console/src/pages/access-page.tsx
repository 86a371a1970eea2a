import { useEffect, useState } from 'preact/hooks';
import { type KubeObject, write } from '../api/client.ts';
import { findResource, resources } from '../api/discovery.ts';
import { session } from '../api/session.ts';
import { href, objectSegments, route, setQuery } from '../route.ts';
import { announce } from '../ui/keyboard.ts';
import { useLoad } from '../ui/load.ts';
import { Chip, Empty, Facts, Loading, Notice, Problem, Section } from '../ui/parts.tsx';
import { type Grant, type Question, whoMay } from './rbac.ts';

interface UserInfo {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

async function review<Status>(path: string, kind: string, spec: object): Promise<Status> {
  const [group, version] = path.split('/');
  const body = { apiVersion: `${group}/${version}`, kind, spec };
  const { object } = await write('POST', `apis/${path}`, { body });
  return (object as KubeObject & { status: Status }).status;
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
              ...Object.entries(user.extra ?? {}).map(([key, values]) => [key, values.join(', ')] as const),
              ...(session.value?.expires
                ? [['Session ends', new Date(session.value.expires).toLocaleString()] as const]
                : []),
            ]}
          />
        )}
      </Section>
      <Questions />
      <MyRules />
    </div>
  );
}

const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

function questionOf(query: URLSearchParams): Question {
  const text = (name: string, otherwise = '') => query.get(name) ?? otherwise;
  return {
    verb: text('verb', 'get'),
    group: text('group'),
    resource: text('resource', 'pods'),
    name: text('name'),
    namespace: text('in', 'default'),
  };
}

/** One question in three forms: may I, who may, may this user. */
function Questions() {
  const question = questionOf(route.value.query);
  const user = route.value.query.get('user') ?? '';
  const groups = route.value.query.get('groups') ?? '';
  const [answer, setAnswer] = useState<{ allowed: boolean; reason?: string; about: string } | undefined>(undefined);
  const [grants, setGrants] = useState<readonly Grant[] | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const attempt = (work: () => Promise<void>) => {
    setError(undefined);
    setAnswer(undefined);
    setGrants(undefined);
    work().catch(setError);
  };
  const [resource, subresource = ''] = question.resource.split('/');
  const resourceAttributes = {
    verb: question.verb,
    group: question.group,
    resource,
    subresource,
    namespace: question.namespace,
    name: question.name,
  };
  const mayI = () =>
    attempt(async () =>
      setAnswer({
        ...(await review<{ allowed: boolean }>(
          'authorization.k8s.io/v1/selfsubjectaccessreviews',
          'SelfSubjectAccessReview',
          { resourceAttributes },
        )),
        about: 'You',
      }),
    );
  const mayUser = () =>
    attempt(async () => {
      const spec = {
        user,
        groups: groups
          .split(',')
          .map((group) => group.trim())
          .filter(Boolean),
        resourceAttributes,
      };
      setAnswer({
        ...(await review<{ allowed: boolean }>(
          'authorization.k8s.io/v1/subjectaccessreviews',
          'SubjectAccessReview',
          spec,
        )),
        about: user || groups,
      });
    });
  const who = () => attempt(async () => setGrants(await whoMay(question)));
  return (
    <Section title="May …">
      <form class="tools" onSubmit={(event) => event.preventDefault()}>
        <Field name="user" label="User" value={user} hint="user: me" />
        <Field name="groups" label="Groups" value={groups} hint="groups, by commas" />
        <select
          aria-label="Verb"
          value={question.verb}
          onChange={(event) => setQuery({ verb: event.currentTarget.value })}
        >
          {verbs.map((verb) => (
            <option key={verb} selected={verb === question.verb}>
              {verb}
            </option>
          ))}
        </select>
        <select
          aria-label="Resource"
          value={`${question.group}/${question.resource}`}
          onChange={(event) => setQuery(splitResource(event.currentTarget.value))}
        >
          {resourceOptions(question).map(({ group, name }) => (
            <option
              key={`${group}/${name}`}
              value={`${group}/${name}`}
              selected={group === question.group && name === question.resource}
            >
              {name}
              {group && `.${group}`}
            </option>
          ))}
        </select>
        <Field name="name" label="Name" value={question.name} hint="any name" />
        <Field name="in" label="Namespace" value={question.namespace} hint="all namespaces" />
      </form>
      <div class="actions">
        <button type="button" class="primary" onClick={mayI}>
          May I?
        </button>
        <button type="button" onClick={mayUser} disabled={!user && !groups}>
          May this user?
        </button>
        <button type="button" onClick={who}>
          Who may?
        </button>
      </div>
      {error !== undefined && <Problem error={error} />}
      {answer && (
        <Notice tone={answer.allowed ? 'good' : 'forbidden'}>
          {answer.about} may {answer.allowed ? '' : 'not '}
          {question.verb} {question.resource}
          {question.namespace && ` in ${question.namespace}`}.{answer.reason && ` ${answer.reason}`}
        </Notice>
      )}
      {grants && <Grants grants={grants} />}
    </Section>
  );
}

function splitResource(value: string): { group: string; resource: string } {
  const at = value.indexOf('/');
  return { group: value.slice(0, at), resource: value.slice(at + 1) };
}

function resourceOptions({ group, resource }: Question): { group: string; name: string }[] {
  const all = (resources.value ?? []).flatMap((one) => [
    { group: one.group, name: one.name },
    ...[...one.subresources].map((subresource) => ({ group: one.group, name: `${one.name}/${subresource}` })),
  ]);
  return all.some((one) => one.group === group && one.name === resource) ? all : [{ group, name: resource }, ...all];
}

function Field({ name, label, value, hint }: { name: string; label: string; value: string; hint: string }) {
  return (
    <input
      aria-label={label}
      class="field"
      placeholder={hint}
      value={value}
      onChange={(event) => setQuery({ [name]: event.currentTarget.value.trim() })}
    />
  );
}

function Grants({ grants }: { grants: readonly Grant[] }) {
  if (grants.length === 0) return <Empty>No role binding allows it to anybody.</Empty>;
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="Who may">
      <table class="list">
        <thead>
          <tr>
            <th>Subject</th>
            <th>By binding</th>
            <th>To role</th>
          </tr>
        </thead>
        <tbody>
          {grants.map(({ subject, binding, role }) => (
            <tr key={`${binding.metadata.uid}${subject.kind}${subject.namespace}${subject.name}`}>
              <td>
                {subject.kind}{' '}
                <b>
                  {subject.namespace && `${subject.namespace}/`}
                  {subject.name}
                </b>
              </td>
              <td>
                <BindingLink binding={binding} />
              </td>
              <td>{role}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BindingLink({ binding: { metadata } }: { binding: Grant['binding'] }) {
  const resource = findResource(
    'rbac.authorization.k8s.io',
    metadata.namespace ? 'rolebindings' : 'clusterrolebindings',
  );
  const text = `${metadata.namespace ? `${metadata.namespace}/` : ''}${metadata.name}`;
  return resource ? <a href={href(objectSegments(resource, metadata))}>{text}</a> : <span>{text}</span>;
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
  const within = route.value.query.get('in') || 'default';
  const { value, error } = useLoad(
    () =>
      review<RulesStatus>('authorization.k8s.io/v1/selfsubjectrulesreviews', 'SelfSubjectRulesReview', {
        namespace: within,
      }),
    [within],
  );
  return (
    <Section title={`What may I do in namespace ${within}`}>
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
