import { describe, expect, test } from 'vitest';
import { inject } from '../http/index.js';
import { RequestContext } from '../request-context.js';
import { type InstancePage, pageResponse } from './instance-page.js';
import { flagsPage, statusPage } from './instance-pages.js';

const startTime = Date.UTC(2026, 10, 6, 1, 35, 7, 250);
const status = statusPage({
  version: {
    major: '1',
    minor: '36',
    gitVersion: 'v1.36.4',
    gitCommit: '',
    gitTreeState: '',
    buildDate: '',
    goVersion: 'node v20',
    compiler: '',
    platform: '',
  },
  startTime,
  now: () => startTime + 3_723_999,
  paths: () => [
    '/version',
    '/livez',
    '/livez/ping',
    '/api',
    '/apis',
    '/apis/',
    '/openapi/v2',
    '/.well-known/x',
    '/livez',
  ],
});
const flags = flagsPage({ 'secure-port': '6443', 'api-audiences': '[]' });

async function ask(page: InstancePage, accept?: string) {
  let warnings: readonly string[] = [];
  const response = await inject(
    async (request) => {
      const context = new RequestContext(request);
      const answered = pageResponse(context, page);
      warnings = context.warnings.map((warning) => String(warning));
      return answered;
    },
    { target: `/${page.name}`, headers: accept === undefined ? {} : { accept } },
  );
  return { type: response.headers['content-type'], text: (await response.body()).toString(), warnings };
}

const asObject = (kind: string, version: string, type = 'application/json') =>
  `${type};v=${version};g=config.k8s.io;as=${kind}`;

describe('as text', () => {
  test.each([undefined, '*/*', 'text/plain', `text/plain,${asObject('Statusz', 'v1beta1')}`])(
    'the status as text, where they accept %s',
    async (accept) => {
      const { type, text } = await ask(status, accept);
      expect(type).toBe('text/plain; charset=utf-8');
      expect(text.split('\n').slice(4, -1)).toEqual([
        'Started: Fri Nov  6 01:35:07 UTC 2026',
        'Up: 1 hr 02 min 03 sec',
        'Go version: node v20',
        'Binary version: 1.36.4',
        'Emulation version: 1.36',
        'Paths: /livez /version',
      ]);
    },
  );

  test('the flags, by the alphabet', async () => {
    expect((await ask(flags)).text).toMatch(/^\napiserver flagz\nWarning: .*\napi-audiences=\[\]\nsecure-port=6443\n$/);
  });
});

describe('as JSON', () => {
  test('the status as an object', async () => {
    const { type, text } = await ask(status, asObject('Statusz', 'v1beta1'));
    expect(type).toBe('application/json;g=config.k8s.io;v=v1beta1;as=Statusz');
    expect(JSON.parse(text)).toEqual({
      kind: 'Statusz',
      apiVersion: 'config.k8s.io/v1beta1',
      metadata: { name: 'apiserver' },
      startTime: '2026-11-06T01:35:07Z',
      uptimeSeconds: 3723,
      goVersion: 'node v20',
      binaryVersion: '1.36.4',
      emulationVersion: '1.36',
      paths: ['/livez', '/version'],
    });
  });

  test('the flags as YAML, and that the version is an old one', async () => {
    const { text, warnings } = await ask(flags, asObject('Flagz', 'v1alpha1', 'application/yaml'));
    expect(text).toContain('flags:\n  api-audiences: \'[]\'\n  secure-port: "6443"\n');
    expect(warnings).toEqual([
      expect.stringContaining('This version of the flagz endpoint is deprecated. Please use a newer version.'),
    ]);
  });

  test.each([
    'application/json',
    'application/*',
    'text/csv',
    asObject('Statusz', 'v1'),
    asObject('Flagz', 'v1beta1'),
    asObject('Statusz', 'v1beta1', 'application/vnd.kubernetes.protobuf'),
  ])('nothing, where they want %s of the status', async (accept) => {
    await expect(ask(status, accept)).rejects.toThrow(
      'only the following media types are accepted: application/json, application/yaml, text/plain',
    );
  });
});
