import { describe, expect, it } from 'vitest';
import { fieldErrorMessage } from '../../../apimachinery/validation/index.js';
import { makeSelfSigned } from '../../http/index.js';
import { readAuthenticationConfiguration, validateAuthenticationConfiguration } from './index.js';

const issuer = { url: 'https://a.example', audiences: ['me'] };
const claimMappings = { username: { claim: 'sub', prefix: '' } };
const good = { issuer, claimMappings };
const rules = { disallowedIssuers: ['https://kubernetes.default.svc'], mayUseEgress: true };
const kind = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthenticationConfiguration' };

function problems(fields: object): string[] {
  const configuration = readAuthenticationConfiguration(JSON.stringify({ ...kind, ...fields }));
  return validateAuthenticationConfiguration(configuration, rules).map(fieldErrorMessage);
}

/** The problems of one issuer, without its index in the list. */
const problemsOf = (more: object) =>
  problems({ jwt: [{ ...good, ...more }] }).map((problem) => problem.replaceAll('jwt[0].', ''));
const issuerProblems = (more: object) => problemsOf({ issuer: { ...issuer, ...more } });
const mappingProblems = (more: object) => problemsOf({ claimMappings: { ...claimMappings, ...more } });
const both = "claim and expression can't both be set";

describe('an authentication configuration', () => {
  it.each(['v1', 'v1beta1', 'v1alpha1'])('of version %s is read', (version) => {
    const text = `
apiVersion: apiserver.config.k8s.io/${version}
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: https://a.example
    discoveryURL: https://b.example/discovery
    audiences: [me, you]
    audienceMatchPolicy: MatchAny
  claimValidationRules:
  - {claim: hd, requiredValue: example.com}
  - {expression: 'claims.exp > 0.0', message: never}
  claimMappings:
    username: {expression: 'claims.sub'}
    groups: {claim: groups, prefix: 'g:'}
    uid: {claim: oid}
    extra:
    - {key: example.org/a, valueExpression: 'claims.a'}
  userValidationRules:
  - {expression: 'user.username != ""', message: empty}
anonymous:
  enabled: true
  conditions:
  - path: /livez
`;
    const configuration = readAuthenticationConfiguration(text);
    expect(validateAuthenticationConfiguration(configuration, { ...rules, disallowedIssuers: [] })).toEqual([]);
    expect(configuration).toMatchObject({
      jwt: [
        {
          issuer: { url: 'https://a.example', discoveryURL: 'https://b.example/discovery', audiences: ['me', 'you'] },
          claimMappings: { username: { prefix: undefined }, groups: { claim: 'groups', prefix: 'g:' } },
        },
      ],
      anonymous: { enabled: true, conditions: [{ path: '/livez' }] },
    });
  });

  it('may be without issuers', () => {
    expect(problems({})).toEqual([]);
  });

  it.each([
    ['', 'empty config data'],
    [
      'kind: AuthenticationConfiguration\napiVersion: apiserver.config.k8s.io/v9',
      'no kind "AuthenticationConfiguration" is registered for version "apiserver.config.k8s.io/v9"',
    ],
    [JSON.stringify({ ...kind, jwt: [{ isuer: 1 }] }), 'strict decoding error: unknown field "jwt[0].isuer"'],
    [
      JSON.stringify({ ...kind, jwt: [{ issuer: { audiences: 'x' } }] }),
      'json: cannot unmarshal string into Go struct field AuthenticationConfiguration.jwt.issuer.audiences of type []string',
    ],
  ])('that is %j cannot be read', (text, problem) => {
    expect(() => readAuthenticationConfiguration(text)).toThrow(problem);
  });

  it('has each issuer once, and not too many', () => {
    const twice = { ...good, issuer: { ...issuer, discoveryURL: 'https://b.example' } };
    expect(problems({ jwt: [twice, twice] })).toEqual([
      'jwt[1].issuer.url: Duplicate value: "https://a.example"',
      'jwt[1].issuer.discoveryURL: Duplicate value: "https://b.example"',
    ]);
    expect(problems({ jwt: Array.from({ length: 65 }, () => good) })).toEqual([
      'jwt: Too many: 65: must have at most 64 items',
    ]);
  });

  it('allows anonymous paths only if anonymous requests are enabled', () => {
    expect(problems({ anonymous: { enabled: false, conditions: [{ path: '/x' }] } })).toEqual([
      'anonymous.conditions: Invalid value: [{"path":"/x"}]: enabled should be set to true when conditions are defined',
    ]);
  });

  it.each<[object, string[]]>([
    [{ url: '' }, ['issuer.url: Required value']],
    [{ url: 'http://a' }, ['issuer.url: Invalid value: "http://a": URL scheme must be https']],
    [
      { url: 'https://u:p@a?x#y' },
      [
        'issuer.url: Invalid value: "https://u:p@a?x#y": URL must not contain a username or password',
        'issuer.url: Invalid value: "https://u:p@a?x#y": URL must not contain a query',
        'issuer.url: Invalid value: "https://u:p@a?x#y": URL must not contain a fragment',
      ],
    ],
    [{ url: ':x' }, ['issuer.url: Invalid value: ":x": parse ":x": missing protocol scheme']],
    [
      { url: 'https://kubernetes.default.svc' },
      [
        'issuer.url: Invalid value: "https://kubernetes.default.svc": URL must not overlap with disallowed issuers: [https://kubernetes.default.svc]',
      ],
    ],
    [
      { discoveryURL: 'https://a.example/' },
      ['issuer.discoveryURL: Invalid value: "https://a.example/": discoveryURL must be different from URL'],
    ],
    [{ audiences: [] }, ['issuer.audiences: Required value: at least one issuer.audiences is required']],
    [
      { audiences: ['', 'a', 'a'], audienceMatchPolicy: 'MatchAny' },
      ['issuer.audiences[0]: Required value', 'issuer.audiences[2]: Duplicate value: "a"'],
    ],
    [
      { audiences: ['a', 'b'] },
      ['issuer.audienceMatchPolicy: Invalid value: "": audienceMatchPolicy must be MatchAny for multiple audiences'],
    ],
    [
      { audienceMatchPolicy: 'MatchAll' },
      [
        'issuer.audienceMatchPolicy: Invalid value: "MatchAll": audienceMatchPolicy must be empty or MatchAny for single audience',
      ],
    ],
    [
      { certificateAuthority: 'x' },
      [
        'issuer.certificateAuthority: Invalid value: "<omitted>": data does not contain any valid RSA or ECDSA certificates',
      ],
    ],
    [{ certificateAuthority: makeSelfSigned({ names: ['a'] }).certificate }, []],
    [
      { egressSelectorType: 'x' },
      ['issuer.egressSelectorType: Invalid value: "x": egress selector must be either controlplane or cluster'],
    ],
  ])('has an issuer: %j', (more, expected) => {
    expect(issuerProblems(more)).toEqual(expected);
  });

  it('has an issuer beyond an egress selector that the features do not allow', () => {
    const jwt = [{ issuer: { ...issuer, egressSelectorType: 'cluster' }, claimMappings }];
    const configuration = readAuthenticationConfiguration(JSON.stringify({ ...kind, jwt }));
    const errors = validateAuthenticationConfiguration(configuration, { ...rules, mayUseEgress: false });
    expect(errors.map(fieldErrorMessage)).toEqual([
      'jwt[0].issuer.egressSelectorType: Invalid value: "cluster": egress selector is not supported when StructuredAuthenticationConfigurationEgressSelector feature gate is disabled',
    ]);
  });

  it.each<[object, (string | RegExp)[]]>([
    [{ username: {} }, ['claimMappings.username: Required value: claim or expression is required']],
    [{ username: { claim: 'a', expression: '"b"' } }, [`claimMappings.username: Invalid value: "": ${both}`]],
    [
      { username: { claim: 'a' } },
      [
        'claimMappings.username.prefix: Required value: prefix is required when claim is set. It can be set to an empty string to disable prefixing',
      ],
    ],
    [
      { groups: { expression: '[""]', prefix: 'x' } },
      ['claimMappings.groups.prefix: Invalid value: "x": may not be specified when expression is set'],
    ],
    [
      { groups: { expression: 'claims.' } },
      [/^claimMappings\.groups\.expression: Invalid value: "claims\.": compilation failed: ERROR: <input>/],
    ],
    [{ groups: { expression: 'user.username' } }, [/undeclared reference to 'user'/]],
    [{ uid: { claim: 'a', expression: '"b"' } }, [`claimMappings.uid: Invalid value: "": ${both}`]],
    [
      { extra: [{ key: 'foo', valueExpression: '"a"' }] },
      ['claimMappings.extra[0].key: Invalid value: "foo": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [
      { extra: [{ key: 'example.org/Foo', valueExpression: '"a"' }] },
      ['claimMappings.extra[0].key: Invalid value: "example.org/Foo": must be lowercase'],
    ],
    [
      { extra: [{ key: 'a.k8s.io/foo', valueExpression: '"a"' }] },
      [
        'claimMappings.extra[0].key: Invalid value: "a.k8s.io/foo": k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use',
      ],
    ],
    [
      {
        extra: [
          { key: 'x.org/a', valueExpression: '' },
          { key: 'x.org/a', valueExpression: '"a"' },
        ],
      },
      [
        'claimMappings.extra[0].valueExpression: Required value',
        'claimMappings.extra[1].key: Duplicate value: "x.org/a"',
      ],
    ],
    [
      { username: { expression: 'claims.email' } },
      [/^claimMappings\.username\.expression: Invalid value: "claims\.email": claims\.email_verified must be used in/],
    ],
    [{ username: { expression: 'claims.?email.orValue("x")' } }, [/claims\.email_verified must be used/]],
    [{ username: { expression: 'claims.email_verified ? claims.email : "x"' } }, []],
    [
      {
        username: { expression: 'claims.email' },
        extra: [{ key: 'x.org/a', valueExpression: 'string(claims.?email_verified.orValue(true))' }],
      },
      [],
    ],
  ])('maps claims: %j', (more, expected) => {
    expect(mappingProblems(more)).toEqual(
      expected.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
    );
  });

  it.each<[object, string[]]>([
    [
      { claimValidationRules: [{ claim: 'a', expression: 'true' }, {}, { claim: 'a', message: 'm' }, { claim: 'a' }] },
      [
        `claimValidationRules[0]: Invalid value: "a": ${both}`,
        'claimValidationRules[1]: Required value: claim or expression is required',
        'claimValidationRules[2].message: Invalid value: "m": may not be specified when claim is set',
        'claimValidationRules[2].claim: Duplicate value: "a"',
        'claimValidationRules[3].claim: Duplicate value: "a"',
      ],
    ],
    [
      {
        claimValidationRules: [{ expression: 'true', requiredValue: 'x' }, { expression: 'true' }, { expression: '1' }],
      },
      [
        'claimValidationRules[0].requiredValue: Invalid value: "x": may not be specified when expression is set',
        'claimValidationRules[1].expression: Duplicate value: "true"',
        'claimValidationRules[2].expression: Invalid value: "1": must evaluate to bool',
      ],
    ],
    [
      { userValidationRules: [{}, { expression: 'true' }, { expression: 'true' }, { expression: 'user.uid' }] },
      [
        'userValidationRules[0].expression: Required value',
        'userValidationRules[2].expression: Duplicate value: "true"',
        'userValidationRules[3].expression: Invalid value: "user.uid": must evaluate to bool',
      ],
    ],
  ])('has rules: %j', (more, expected) => {
    expect(problemsOf(more)).toEqual(expected);
  });
});
