import { describe, expect, test } from 'vitest';
import { badRequest, forbidden, notFound, serverTimeout, tooManyRequests } from './factories.js';
import { type GenericResponse, genericServerResponse } from './generic-response.js';
import * as predicates from './predicates.js';
import { failureStatus, successStatus } from './status.js';
import {
  StatusError,
  statusCause,
  statusErrorFromObject,
  statusOf,
  suggestedDelaySeconds,
  withCause,
} from './status-error.js';

const pods = { group: '', resource: 'pods' };

describe('genericServerResponse', () => {
  const cases: [response: GenericResponse, reason: string, message: string][] = [
    [
      { code: 404, method: 'GET', resource: pods, name: 'x' },
      'NotFound',
      'the server could not find the requested resource (get pods x)',
    ],
    [{ code: 404, method: 'GET' }, 'NotFound', 'the server could not find the requested resource'],
    [{ code: 409, method: 'POST', resource: pods }, 'AlreadyExists', 'the server reported a conflict (post pods)'],
    [{ code: 409, method: 'PUT' }, 'Conflict', 'the server reported a conflict'],
    [{ code: 403, method: 'GET', serverMessage: 'not you' }, 'Forbidden', 'not you'],
    [{ code: 415, method: 'POST', serverMessage: 'what?' }, 'UnsupportedMediaType', 'what?'],
    [
      { code: 406, method: 'GET', serverMessage: 'unknown' },
      'NotAcceptable',
      'the server was unable to respond with a content type that the client supports',
    ],
    [{ code: 406, method: 'GET', serverMessage: 'json only' }, 'NotAcceptable', 'json only'],
    [
      { code: 502, method: 'GET', serverMessage: 'bad "gateway"' },
      'InternalError',
      'an error on the server ("bad \\"gateway\\"") has prevented the request from succeeding',
    ],
    [
      { code: 418, method: 'GET' },
      '',
      'the server responded with the status code 418 but did not return more information',
    ],
  ];
  test.each(cases)('%j', (response, reason, message) => {
    const error = genericServerResponse(response);
    expect([error.code, error.reason, error.message]).toEqual([response.code, reason, message]);
  });

  test('a response that is not a Status becomes a cause', () => {
    const error = genericServerResponse({
      code: 500,
      method: 'GET',
      serverMessage: '<html>',
      isUnexpectedResponse: true,
    });
    expect(statusCause(error, 'UnexpectedServerResponse')).toEqual({
      reason: 'UnexpectedServerResponse',
      message: '<html>',
    });
    expect(predicates.isUnexpectedServerError(error)).toBe(true);
  });
});

describe('predicates', () => {
  const withCode = (code: number, reason = '') => StatusError.of({ code, reason, message: '' });

  test('look at the reason first', () => {
    expect(predicates.isNotFound(notFound(pods, 'x'))).toBe(true);
    expect(predicates.isConflict(withCode(409, 'AlreadyExists'))).toBe(false);
    expect(predicates.isAlreadyExists(withCode(409))).toBe(false);
  });

  test('fall back to the code where the reason is not a known one', () => {
    expect(predicates.isNotFound(withCode(404))).toBe(true);
    expect(predicates.isConflict(withCode(409, 'Strange'))).toBe(true);
    expect(predicates.isTooManyRequests(withCode(429, 'Forbidden'))).toBe(true);
  });

  test('follow causes, even cyclic ones, and accept any value', () => {
    expect(predicates.isNotFound(new Error('outer', { cause: notFound(pods, 'x') }))).toBe(true);
    const ring = new Error('ring');
    ring.cause = ring;
    expect([ring, undefined, 'text'].map(predicates.isNotFound)).toEqual([false, false, false]);
  });

  test('let expected errors be ignored', async () => {
    const fail = (error: Error) => Promise.reject<string>(error);
    expect(await fail(notFound(pods, 'x')).catch(predicates.ignoreNotFound)).toBeUndefined();
    await expect(fail(withCode(409)).catch(predicates.ignoreNotFound)).rejects.toThrow(StatusError);
    expect(await fail(withCode(409, 'AlreadyExists')).catch(predicates.ignoreAlreadyExists)).toBeUndefined();
    await expect(fail(notFound(pods, 'x')).catch(predicates.ignoreAlreadyExists)).rejects.toThrow('not found');
  });
});

describe('statusOf', () => {
  test('hands out the status of a StatusError', () => {
    const error = badRequest('no');
    expect(statusOf(error)).toBe(error.status);
  });

  test('makes any other error an internal one without a reason', () => {
    expect(statusOf(new TypeError('x is not a function'))).toEqual(
      failureStatus({ code: 500, reason: '', message: 'x is not a function' }),
    );
  });

  test('completes a status without code', () => {
    const bare = { kind: 'Status', apiVersion: 'v1', metadata: {} } as const;
    expect(statusOf(new StatusError(bare))).toMatchObject({ status: 'Failure', code: 500 });
    expect(statusOf(new StatusError({ ...bare, status: 'Success' }))).toMatchObject({ code: 200 });
  });
});

test('a cause can be added', () => {
  const cause = { reason: 'NamespaceTerminating', message: 'n is terminating', field: 'metadata.namespace' };
  const error = withCause(forbidden(pods, 'x', 'no'), cause);
  expect(error.status.details).toEqual({ name: 'x', kind: 'pods', causes: [cause] });
  expect(withCause(error, { message: 'two' }).status.details?.causes).toEqual([cause, { message: 'two' }]);
  expect([error.message, error.code]).toEqual(['pods "x" is forbidden: no', 403]);
});

test('a received Status becomes the error that was sent', () => {
  const sent = serverTimeout(pods, 'list', 2);
  expect(statusErrorFromObject(JSON.parse(JSON.stringify(sent.status)))?.status).toEqual(sent.status);
  expect(statusErrorFromObject({ kind: 'Pod', apiVersion: 'v1' })).toBeUndefined();
  expect(
    statusErrorFromObject({ kind: 'Status', apiVersion: 'v1', message: 5, details: { causes: [1, { field: 2 }] } })
      ?.status,
  ).toEqual({ kind: 'Status', apiVersion: 'v1', metadata: {}, details: { causes: [{}] } });
});

test('a delay is suggested by retryAfterSeconds, or by the reason', () => {
  expect(suggestedDelaySeconds(tooManyRequests('later', 3))).toBe(3);
  expect(suggestedDelaySeconds(serverTimeout(pods, 'list', 0))).toBe(0);
  expect(suggestedDelaySeconds(notFound(pods, 'x'))).toBeUndefined();
});

test('a success names what it is about', () => {
  expect(JSON.stringify(successStatus({ uid: 'u', kind: 'pods', name: 'x', group: '' }))).toBe(
    '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success","details":{"name":"x","kind":"pods","uid":"u"}}',
  );
});
