import { describe, expect, test } from 'vitest';
import { StatusError } from '../status/index.js';
import { parseAccept } from './accept.js';
import { type Codec, jsonCodec } from './codec.js';
import { standardCodecs } from './codec-registry.js';
import { discoveryRestrictions, resourceRestrictions } from './endpoint-restrictions.js';
import { parseMediaType } from './media-type.js';
import { mediaTypeWithKind, negotiateInput, negotiateOutput, negotiateStream } from './negotiation.js';

const protobufCodec: Codec = {
  mediaType: 'application/vnd.kubernetes.protobuf',
  isText: false,
  encode: jsonCodec.encode,
  decode: jsonCodec.decode,
  decodeStrict: jsonCodec.decodeStrict,
  lists: jsonCodec.lists,
  stream: {
    requestedAs: 'application/vnd.kubernetes.protobuf;stream=watch',
    contentType: 'application/vnd.kubernetes.protobuf;stream=watch',
    head: (length) => {
      const head = Buffer.alloc(4);
      head.writeUInt32BE(length);
      return head;
    },
  },
};
const registry = standardCodecs.with(protobufCodec);
const resource = resourceRestrictions({ hasTable: true });
const [json, yaml, protobuf] = registry.mediaTypes;

describe('the format of a response', () => {
  const cases: [accept: string | undefined, mediaType: string | undefined][] = [
    [undefined, json],
    ['', json],
    ['*/*', json],
    ['*', json],
    ['application/json', json],
    ['application/json;charset=utf-8', json],
    ['application/*', json],
    ['application/yaml', yaml],
    ['application/json;q=0.1,application/yaml;q=0.9', yaml],
    ['application/yaml;q=0.1,application/json;q=0.9', json],
    ['text/csv,application/yaml;q=0.5', yaml],
    ['application/yaml,application/json', yaml],
    ['application/json,application/yaml', json],
    ['application/vnd.kubernetes.protobuf,application/json', protobuf],
    ['text/csv;q=1,*/*;q=0.1', json],
    ['*/*;q=0.9, application/yaml;q=0.1', yaml],
    [' application/yaml ; q=1 , application/json', yaml],
    ['application/json/x,application/yaml', yaml],
    ['application/yaml;stream=watch,application/json', json],
    ['application/json;stream=nope', undefined],
    ['application/json;sv=v1', json],
    ['application/json;sv=v9', undefined],
    ['text/csv', undefined],
    ['image/*', undefined],
    ['application', undefined],
    ['*/json', undefined],
    [',', undefined],
  ];
  test.each(cases)('%s: %s', (accept, mediaType) => {
    const chosen = () => negotiateOutput(registry, { accept }, resource).codec.mediaType;
    if (mediaType !== undefined) expect(chosen()).toBe(mediaType);
    else expect(chosen).toThrow(StatusError);
  });

  test('406 names the forms there are', () => {
    expect(() => negotiateOutput(standardCodecs, { accept: 'text/csv' })).toThrow(
      'only the following media types are accepted: application/json, application/yaml',
    );
  });
});

describe('the kind of a response', () => {
  const table = { group: 'meta.k8s.io', version: 'v1', kind: 'Table' };
  const cases: [accept: string, kind: string | undefined][] = [
    ['application/json;as=Table;v=v1;g=meta.k8s.io', 'application/json Table v1'],
    ['application/json;as=Table;v=v1beta1;g=meta.k8s.io', 'application/json Table v1beta1'],
    ['application/yaml;as=Table;v=v1;g=meta.k8s.io', 'application/yaml Table v1'],
    ['application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io', undefined],
    [
      'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
      'application/vnd.kubernetes.protobuf PartialObjectMetadata v1',
    ],
    [
      'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
      'application/json PartialObjectMetadataList v1',
    ],
    ['application/json;as=Nope;v=v1;g=meta.k8s.io', undefined],
    ['application/json;as=Table;v=v1;g=nope.example.com', undefined],
    ['application/json;as=Table;v=v9;g=meta.k8s.io', undefined],
    ['application/json;as=Table', undefined],
    ['application/json;as=Nope;v=v1;g=meta.k8s.io,application/json', 'application/json'],
    ['application/json;as=Table;v=v1;g=meta.k8s.io,application/json', 'application/json Table v1'],
  ];
  test.each(cases)('%s: %s', (accept, kind) => {
    const chosen = () => {
      const { codec, target } = negotiateOutput(registry, { accept }, resource);
      return [codec.mediaType, target?.kind, target?.version].filter(Boolean).join(' ');
    };
    if (kind !== undefined) expect(chosen()).toBe(kind);
    else expect(chosen).toThrow('only the following media types are accepted');
  });

  test('a resource without columns has no Table', () => {
    const restrictions = resourceRestrictions({ hasTable: false });
    expect(restrictions.allowsTransform('application/json', table)).toBe(false);
  });

  test('custom resources can be protobuf only as metadata', () => {
    const restrictions = resourceRestrictions({ hasTable: true, plainMediaTypes: ['application/json'] });
    expect(restrictions.allowsTransform(protobufCodec.mediaType, undefined)).toBe(false);
    expect(restrictions.allowsTransform(protobufCodec.mediaType, { ...table, kind: 'PartialObjectMetadata' })).toBe(
      true,
    );
  });

  test('the discovery endpoint accepts only requests for the aggregated document', () => {
    const accept =
      'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList;profile=local,application/json';
    const { target, profile } = negotiateOutput(registry, { accept }, discoveryRestrictions);
    expect([target?.kind, profile]).toEqual(['APIGroupDiscoveryList', 'local']);
    expect(() => negotiateOutput(registry, { accept: 'application/json' }, discoveryRestrictions)).toThrow(StatusError);
    expect(mediaTypeWithKind('application/json', target ?? table)).toBe(
      'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
    );
  });
});

describe('a response is pretty', () => {
  const cases: [query: string, userAgent: string, accept: string, pretty: boolean][] = [
    ['', 'probe/1', '', false],
    ['pretty=true', 'probe/1', '', true],
    ['pretty=1', 'probe/1', '', true],
    ['pretty=nonsense', 'curl/8', '', false],
    ['pretty=false', 'curl/8', '', false],
    ['pretty=', 'curl/8', '', true],
    ['', 'curl/8', '', true],
    ['', 'Wget/1', '', true],
    ['', 'Mozilla/5.0 (X11)', '', true],
    ['', 'Mozilla/4.0', '', false],
    ['', 'probe/1', 'application/json;pretty=1', true],
    ['', 'probe/1', 'application/json;pretty=true', false],
    ['pretty=true', 'probe/1', 'application/yaml', false],
  ];
  test.each(cases)('?%s from %s accepting %j: %s', (query, userAgent, accept, pretty) => {
    const request = { accept, userAgent, query: new URLSearchParams(query) };
    expect(negotiateOutput(registry, request).pretty).toBe(pretty);
  });
});

describe('a stream', () => {
  test('is in a form that can be streamed', () => {
    expect(negotiateStream(registry, undefined).stream.contentType).toBe('application/json');
    expect(negotiateStream(registry, 'application/vnd.kubernetes.protobuf;stream=watch').stream.head(258)).toEqual(
      Buffer.from([0, 0, 1, 2]),
    );
    expect(negotiateStream(registry, 'application/json;as=Table;v=v1;g=meta.k8s.io', resource).target?.kind).toBe(
      'Table',
    );
  });

  test.each(['application/yaml', 'text/csv'])('%s is 406, which names the forms with their parameter', (accept) => {
    expect(() => negotiateStream(registry, accept)).toThrow(
      'only the following media types are accepted: application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch',
    );
  });
});

describe('the form of a body', () => {
  const cases: [contentType: string | undefined, mediaType: string | undefined][] = [
    [undefined, json],
    ['', json],
    ['application/json', json],
    ['application/json; charset=utf-8', json],
    ['application/json;charset="utf-8";', json],
    ['Application/JSON', json],
    ['application/yaml', yaml],
    ['application/vnd.kubernetes.protobuf', protobuf],
    ['application/json; charset', undefined],
    ['application/cbor', undefined],
    ['text/plain', undefined],
    ['application/merge-patch+json', undefined],
    ['a b', undefined],
  ];
  test.each(cases)('%s: %s', (contentType, mediaType) => {
    if (mediaType !== undefined) expect(negotiateInput(registry, contentType).mediaType).toBe(mediaType);
    else {
      expect(() => negotiateInput(standardCodecs, contentType)).toThrow(
        'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml',
      );
    }
  });

  test('parseMediaType is fast on hostile headers', () => {
    expect(parseMediaType(`application/json${';'.repeat(50_000)}x`)).toBeUndefined();
    expect(parseMediaType(`${' '.repeat(50_000)}`)).toBeUndefined();
  });
});

test('parseAccept orders many clauses by quality', () => {
  const header = Array.from({ length: 2000 }, (_, index) => `a/b${index};q=${(index % 10) / 10}`).join(',');
  const qualities = parseAccept(header).map((clause) => clause.quality);
  expect(qualities).toEqual([...qualities].sort((a, b) => b - a));
});
