import { systemClock } from '../../../../apimachinery/clock/index.js';
import { formatTime, type JsonObject } from '../../../../apimachinery/meta/index.js';
import { nameIsPathSegment } from '../../../../apimachinery/validation/index.js';
import type { Replacement, Strategy, StrategyContext } from '../../../../server/registry/index.js';
import { keepField } from '../../../field-checks.js';
import { objectIn } from '../../../fields.js';
import { userInfoObject } from '../../authentication/user-info.js';
import { conditionsOf, type SigningCondition, statusOf } from './signing-request.js';
import { validateSigningRequest, validateSigningRequestUpdate } from './validation.js';

export const main: Strategy = {
  nameRule: nameIsPathSegment,
  resetFields: ['spec', 'status'],
  prepareForCreate(object, context) {
    object['spec'] = asRequestedBy(objectIn(object['spec']), context);
    object['status'] = {};
  },
  prepareForUpdate(change) {
    keepField(change, 'spec');
    keepField(change, 'status');
  },
  validate: validateSigningRequest,
  validateUpdate: (change) => validateSigningRequestUpdate(change, 'main'),
};

/** For signers: sets the certificate or a Failed condition. */
export const status: Strategy = {
  ...main,
  resetFields: ['spec', 'status.conditions'],
  prepareForUpdate(change) {
    keepField(change, 'spec');
    const { object, old } = change;
    const given = approvalsKept(change);
    object['status'] = withConditions(objectIn(object['status']), timed(given, statusOf(old).conditions ?? []));
  },
  validateUpdate: (change) => validateSigningRequestUpdate(change, 'status'),
};

/** For approvers: sets the Approved or Denied condition. */
export const approval: Strategy = {
  ...main,
  resetFields: ['spec', 'status.certificate'],
  prepareForUpdate(change) {
    keepField(change, 'spec');
    const { object, old } = change;
    const conditions = timed(statusOf(object).conditions ?? [], statusOf(old).conditions ?? []);
    object['status'] = withConditions(objectIn(old['status']), conditions);
  },
  validateUpdate: (change) => validateSigningRequestUpdate(change, 'approval'),
};

/** User fields are always those of the authenticated client. */
function asRequestedBy(given: JsonObject, { userInfo }: StrategyContext): JsonObject {
  const { username: _name, uid: _uid, groups: _groups, extra: _extra, ...spec } = given;
  return userInfo ? { ...spec, ...userInfoObject(userInfo) } : spec;
}

/** Returns the new conditions, in which existing approval conditions cannot be modified. */
function approvalsKept({ object, old }: Replacement): readonly SigningCondition[] {
  let kept = statusOf(object).conditions ?? [];
  for (const type of ['Approved', 'Denied']) {
    const before = conditionsOf(old, type);
    if (before.length !== conditionsOf(object, type).length) continue;
    let index = 0;
    kept = kept.map((condition) => (condition.type === type ? (before[index++] ?? condition) : condition));
  }
  return kept;
}

/** Sets missing update and transition times of conditions. */
function timed(given: readonly SigningCondition[], old: readonly SigningCondition[]): SigningCondition[] {
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

function withConditions(given: JsonObject, conditions: readonly SigningCondition[]): JsonObject {
  const { conditions: _conditions, ...status } = given;
  return conditions.length === 0 ? status : { ...status, conditions: conditions as unknown as JsonObject[] };
}
