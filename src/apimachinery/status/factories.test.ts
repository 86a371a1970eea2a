import { describe, expect, test } from 'vitest';
import { FieldPath } from '../validation/index.js';
import * as factories from './factories.js';
import type { StatusError } from './status-error.js';

const pods = { group: '', resource: 'pods' };
const deployments = { group: 'apps', resource: 'deployments' };
const podDetails = { name: 'x', kind: 'pods' };

describe('a factory gives the message, reason, code and details of Kubernetes', () => {
  const cases: [error: StatusError, code: number, reason: string, message: string, details?: object][] = [
    [factories.notFound(pods, 'x'), 404, 'NotFound', 'pods "x" not found', podDetails],
    [
      factories.notFound(deployments, 'x'),
      404,
      'NotFound',
      'deployments.apps "x" not found',
      { name: 'x', group: 'apps', kind: 'deployments' },
    ],
    [factories.alreadyExists(pods, 'x'), 409, 'AlreadyExists', 'pods "x" already exists', podDetails],
    [
      factories.generateNameConflict(pods, 'x', 1),
      409,
      'AlreadyExists',
      'pods "x" already exists, the server was not able to generate a unique name for the object',
      { ...podDetails, retryAfterSeconds: 1 },
    ],
    [
      factories.conflict(pods, 'x', 'it changed'),
      409,
      'Conflict',
      'Operation cannot be fulfilled on pods "x": it changed',
      podDetails,
    ],
    [
      factories.applyConflict([{ reason: 'FieldManagerConflict', message: 'm', field: '.f' }], 'Apply failed'),
      409,
      'Conflict',
      'Apply failed',
      { causes: [{ reason: 'FieldManagerConflict', message: 'm', field: '.f' }] },
    ],
    [factories.forbidden(pods, 'x', 'no'), 403, 'Forbidden', 'pods "x" is forbidden: no', podDetails],
    [factories.forbidden(pods, '', 'no'), 403, 'Forbidden', 'pods is forbidden: no', { kind: 'pods' }],
    [factories.forbidden({ group: '', resource: '' }, '', 'no'), 403, 'Forbidden', 'forbidden: no', {}],
    [factories.unauthorized(), 401, 'Unauthorized', 'not authorized'],
    [factories.unauthorized('Unauthorized'), 401, 'Unauthorized', 'Unauthorized'],
    [factories.badRequest('bad'), 400, 'BadRequest', 'bad'],
    [
      factories.methodNotSupported(deployments, 'create'),
      405,
      'MethodNotAllowed',
      'create is not supported on resources of kind "deployments.apps"',
      { group: 'apps', kind: 'deployments' },
    ],
    [
      factories.notAcceptable(['application/json', 'application/yaml']),
      406,
      'NotAcceptable',
      'only the following media types are accepted: application/json, application/yaml',
    ],
    [
      factories.notAcceptableConversion('Table.v1.meta.k8s.io', ['application/json']),
      406,
      'NotAcceptable',
      'only the following media types are accepted when converting to Table.v1.meta.k8s.io: application/json',
    ],
    [
      factories.unsupportedMediaType(['application/json']),
      415,
      'UnsupportedMediaType',
      'the body of the request was in an unknown format - accepted media types include: application/json',
    ],
    [
      factories.requestEntityTooLarge('limit is 3145728'),
      413,
      'RequestEntityTooLarge',
      'Request entity too large: limit is 3145728',
    ],
    [factories.resourceExpired('too old'), 410, 'Expired', 'too old'],
    [factories.gone('away'), 410, 'Gone', 'away'],
    [
      factories.internalError(new Error('boom')),
      500,
      'InternalError',
      'Internal error occurred: boom',
      { causes: [{ message: 'boom' }] },
    ],
    [
      factories.serverTimeout(pods, 'list', 2),
      500,
      'ServerTimeout',
      'The list operation against pods could not be completed at this time, please try again.',
      { name: 'list', kind: 'pods', retryAfterSeconds: 2 },
    ],
    [factories.timeout('slow', 0), 504, 'Timeout', 'Timeout: slow', {}],
    [factories.tooManyRequests('later', 5), 429, 'TooManyRequests', 'later', { retryAfterSeconds: 5 }],
    [factories.serviceUnavailable('down'), 503, 'ServiceUnavailable', 'down'],
  ];
  test.each(cases)('%s', (error, code, reason, message, details) => {
    expect(error.status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      reason,
      ...(details && { details }),
      code,
    });
    expect([error.code, error.reason, error.message]).toEqual([code, reason, message]);
  });
});

describe('invalid', () => {
  const replicas = FieldPath.of('spec', 'replicas').invalid(-1, 'must be greater than or equal to 0');
  const selector = FieldPath.of('spec', 'selector').required();

  test('reports a single error unchanged', () => {
    const error = factories.invalid({ group: 'apps', kind: 'Deployment' }, 'x', [replicas]);
    expect(JSON.stringify(error.status)).toBe(
      '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",' +
        '"message":"Deployment.apps \\"x\\" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0",' +
        '"reason":"Invalid","details":{"name":"x","group":"apps","kind":"Deployment","causes":[{"reason":"FieldValueInvalid",' +
        '"message":"Invalid value: -1: must be greater than or equal to 0","field":"spec.replicas"}]},"code":422}',
    );
  });

  test('reports each distinct error once, but keeps every cause', () => {
    const error = factories.invalid({ group: '', kind: 'Pod' }, 'x', [replicas, selector, replicas]);
    expect(error.message).toBe(
      'Pod "x" is invalid: [spec.replicas: Invalid value: -1: must be greater than or equal to 0, spec.selector: Required value]',
    );
    expect(error.status.details?.causes).toHaveLength(3);
  });

  test('reports at most a thousand', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => FieldPath.of('f').index(index).required());
    const { message, status } = factories.invalid({ group: '', kind: 'Pod' }, 'x', many);
    expect(status.details?.causes).toHaveLength(1001);
    expect(status.details?.causes?.at(-1)).toEqual({
      reason: 'TooManyErrors',
      message: '99000 more errors are not listed',
    });
    expect(message).toMatch(/f\[999\]: Required value, 99000 more errors are not listed\]$/);
  });

  test('needs no error', () => {
    expect(factories.invalid({ group: '', kind: 'Pod' }, '', []).message).toBe('Pod "" is invalid');
  });
});
