// Follows pkg/registry/certificates/certificates/strategy.go (v1.36)

import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
  CertificateSigningRequestSpec,
  CertificateSigningRequestStatus,
} from '../../../../api/certificates/v1.js';
import { systemClock } from '../../../../apimachinery/clock/index.js';
import { formatTime } from '../../../../apimachinery/meta/index.js';
import { nameIsPathSegment } from '../../../../apimachinery/validation/index.js';
import { keepField, type Replacement, type Strategy, type StrategyContext } from '../../../../server/registry/index.js';
import { userInfoObject } from '../../authentication/user-info.js';
import { conditionsOf } from './signing-request.js';
import { validateSigningRequest, validateSigningRequestUpdate } from './validation.js';

export const main: Strategy<CertificateSigningRequest> = {
  nameRule: nameIsPathSegment,
  resetFields: ['spec', 'status'],
  prepareForCreate(object, context) {
    object.spec = asRequestedBy(object.spec, context);
    object.status = {};
  },
  prepareForUpdate(change) {
    keepField(change, 'spec');
    keepField(change, 'status');
  },
  validate: validateSigningRequest,
  validateUpdate: (change, context) => validateSigningRequestUpdate(change, context, 'main'),
};

/** For signers: sets the certificate or a Failed condition. */
export const status: Strategy<CertificateSigningRequest> = {
  ...main,
  resetFields: ['spec', 'status.conditions'],
  prepareForUpdate(change) {
    keepField(change, 'spec');
    const { object, old } = change;
    object.status = withConditions(object.status, timed(approvalsKept(change), old.status.conditions));
  },
  validateUpdate: (change, context) => validateSigningRequestUpdate(change, context, 'status'),
};

/** For approvers: sets the Approved or Denied condition. */
export const approval: Strategy<CertificateSigningRequest> = {
  ...main,
  resetFields: ['spec', 'status.certificate'],
  prepareForUpdate(change) {
    keepField(change, 'spec');
    const { object, old } = change;
    object.status = withConditions(old.status, timed(object.status.conditions ?? [], old.status.conditions));
  },
  validateUpdate: (change, context) => validateSigningRequestUpdate(change, context, 'approval'),
};

type Conditions = readonly CertificateSigningRequestCondition[];

/** User fields are always those of the authenticated client. */
function asRequestedBy(
  given: CertificateSigningRequestSpec,
  { userInfo }: StrategyContext,
): CertificateSigningRequestSpec {
  const { username: _name, uid: _uid, groups: _groups, extra: _extra, ...spec } = given;
  return userInfo ? { ...spec, ...userInfoObject(userInfo) } : spec;
}

/** Returns the new conditions, in which existing approval conditions cannot be modified. */
function approvalsKept({ object, old }: Replacement<CertificateSigningRequest>): Conditions {
  let kept: Conditions = object.status.conditions ?? [];
  for (const type of ['Approved', 'Denied']) {
    const before = conditionsOf(old, type);
    if (before.length !== conditionsOf(object, type).length) continue;
    let index = 0;
    kept = kept.map((condition) => (condition.type === type ? (before[index++] ?? condition) : condition));
  }
  return kept;
}

/** Sets missing update and transition times of conditions. */
function timed(given: Conditions, old: Conditions = []): CertificateSigningRequestCondition[] {
  const now = formatTime(systemClock.now());
  return given.map((condition) => {
    const same = old.find(({ type, status }) => type === condition.type && status === condition.status);
    return {
      ...condition,
      lastUpdateTime: condition.lastUpdateTime || now,
      lastTransitionTime: condition.lastTransitionTime || same?.lastTransitionTime || now,
    };
  });
}

function withConditions(
  { conditions: _conditions, ...status }: CertificateSigningRequestStatus,
  conditions: CertificateSigningRequestCondition[],
): CertificateSigningRequestStatus {
  return conditions.length === 0 ? status : { ...status, conditions };
}
