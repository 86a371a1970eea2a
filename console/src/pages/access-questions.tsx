import { useState } from 'preact/hooks';
import { findResource, resources } from '../api/discovery.ts';
import { href, objectSegments, route, setQuery } from '../route.ts';
import { useLoad } from '../ui/load.ts';
import { Empty, Loading, Notice, Problem, Section } from '../ui/parts.tsx';
import { review } from './access-reviews.ts';
import { type Grant, type Question, whoMay } from './rbac.ts';

/** The namespace of the address that means all of them; without any, it is `default`. */
const allNamespaces = '*';
const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

function questionOf(query: URLSearchParams): Question {
  const text = (name: string, otherwise = '') => query.get(name) ?? otherwise;
  return {
    verb: text('verb', 'get'),
    group: text('group'),
    resource: text('resource', 'pods'),
    name: text('name'),
    namespace: text('in', 'default').replace(allNamespaces, ''),
  };
}

/** How the question is put; the address has it too, so that a link shows the answer. */
type Ask = 'me' | 'user' | 'who';

interface Answer {
  readonly text: string;
  readonly isAllowed: boolean;
}

/** One question in three forms: may I, who may, may this user. */
export function AccessQuestions() {
  const { query } = route.value;
  const question = questionOf(query);
  const user = query.get('user') ?? '';
  const groups = query.get('groups') ?? '';
  const ask = (query.get('ask') ?? '') as Ask | '';
  const [round, setRound] = useState(0);
  const { value, error, isLoading } = useLoad<Answer | readonly Grant[] | undefined>(async () => {
    if (ask === 'me') return mayI(question);
    if (ask === 'user') return mayUser(question, user, groups);
    return ask === 'who' ? whoMay(question) : undefined;
  }, [round, ask, JSON.stringify([question, ask === 'user' && [user, groups]])]);
  const put = (next: Ask) => {
    setQuery({ ask: next });
    setRound(round + 1);
  };
  return (
    <Section title="Who may do what">
      <form class="fields" onSubmit={(event) => event.preventDefault()}>
        <Field name="user" label="User" value={user} hint="me" />
        <Field name="groups" label="Groups" value={groups} hint="a, b" />
        <label>
          Verb
          <select value={question.verb} onChange={(event) => setQuery({ verb: event.currentTarget.value })}>
            {verbs.map((verb) => (
              <option key={verb} selected={verb === question.verb}>
                {verb}
              </option>
            ))}
          </select>
        </label>
        <label>
          Resource
          <select
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
        </label>
        <Field name="name" label="Name" value={question.name} hint="any" />
        <Field name="in" label="Namespace" value={question.namespace} hint="all" whenEmpty={allNamespaces} />
      </form>
      <div class="actions">
        <button type="button" class="primary" onClick={() => put('me')}>
          May I?
        </button>
        <button type="button" onClick={() => put('user')} disabled={!user && !groups}>
          May this user?
        </button>
        <button type="button" onClick={() => put('who')}>
          Who may?
        </button>
      </div>
      {isLoading && ask !== '' && <Loading />}
      {!isLoading && error !== undefined && <Problem error={error} />}
      {!isLoading && value && 'text' in value && (
        <Notice tone={value.isAllowed ? 'good' : 'forbidden'}>{value.text}</Notice>
      )}
      {!isLoading && value && !('text' in value) && <Grants grants={value} />}
    </Section>
  );
}

interface ReviewStatus {
  readonly allowed: boolean;
  readonly reason?: string;
}

async function mayI(question: Question): Promise<Answer> {
  const spec = { resourceAttributes: attributesOf(question) };
  const path = 'authorization.k8s.io/v1/selfsubjectaccessreviews';
  return answerOf(question, 'You', await review<ReviewStatus>(path, 'SelfSubjectAccessReview', spec));
}

async function mayUser(question: Question, user: string, groups: string): Promise<Answer> {
  const names = groups.split(',').map((group) => group.trim());
  const spec = { user, groups: names.filter(Boolean), resourceAttributes: attributesOf(question) };
  const path = 'authorization.k8s.io/v1/subjectaccessreviews';
  return answerOf(question, user || groups, await review<ReviewStatus>(path, 'SubjectAccessReview', spec));
}

function attributesOf({ verb, group, resource: name, namespace, name: object }: Question) {
  const [resource, subresource = ''] = name.split('/');
  return { verb, group, resource, subresource, namespace, name: object };
}

function answerOf(question: Question, subject: string, { allowed, reason }: ReviewStatus): Answer {
  const { verb, resource, namespace } = question;
  const may = allowed ? 'may' : 'may not';
  const within = namespace && ` in ${namespace}`;
  return { text: `${subject} ${may} ${verb} ${resource}${within}.${reason ? ` ${reason}` : ''}`, isAllowed: allowed };
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

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  readonly whenEmpty?: string;
}

function Field({ name, label, value, hint, whenEmpty = '' }: FieldProps) {
  return (
    <label>
      {label}
      <input
        placeholder={hint}
        value={value}
        onChange={(event) => setQuery({ [name]: event.currentTarget.value.trim() || whenEmpty })}
      />
    </label>
  );
}

function Grants({ grants }: { grants: readonly Grant[] }) {
  if (grants.length === 0) return <Empty>No role binding allows it.</Empty>;
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
