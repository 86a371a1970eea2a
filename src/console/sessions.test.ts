import { expect, it } from 'vitest';
import { systemClock } from '../apimachinery/clock/index.js';
import { Sessions } from './sessions.js';

const user = { name: 'jane', groups: ['dev'] };
const hour = 60 * 60_000;

function sessions({ isRevoked = (): boolean => false } = {}) {
  const time = { now: 1_000_000 };
  const tokens = {
    authenticateToken: async (token: string) =>
      token === 'good' && !isRevoked() ? { user, audiences: [] } : undefined,
  };
  return { time, sessions: new Sessions({ tokens, audiences: [], clock: { ...systemClock, now: () => time.now } }) };
}

it('a link begins one session', async () => {
  const { sessions: subject } = sessions();
  const link = subject.createLink({ user });
  const session = subject.followLink(link.secret)!;
  expect(subject.followLink(link.secret)).toBeUndefined();
  expect((await subject.find(session.secret))?.user).toEqual(user);
  expect(await subject.find(link.secret)).toBeUndefined();
  subject.end(session.secret);
  expect(await subject.find(session.secret)).toBeUndefined();
});

it('a link is good for five minutes, and a session for twelve hours', async () => {
  const { sessions: subject, time } = sessions();
  const [early, late] = [subject.createLink({ user }), subject.createLink({ user })];
  time.now += 5 * 60_000 - 1;
  const session = subject.followLink(early.secret)!;
  time.now += 1;
  expect(subject.followLink(late.secret)).toBeUndefined();
  time.now += 12 * hour - 2;
  expect(await subject.find(session.secret)).toBeDefined();
  time.now += 1;
  expect(await subject.find(session.secret)).toBeUndefined();
});

it('a session does not outlive the certificate that it was begun with', async () => {
  const { sessions: subject, time } = sessions();
  const link = subject.createLink({ user, validUntil: time.now + hour });
  const session = subject.followLink(link.secret)!;
  time.now += hour;
  expect(await subject.find(session.secret)).toBeUndefined();
});

it('a session of a token ends when the token is no longer valid', async () => {
  let isRevoked = false;
  const { sessions: subject } = sessions({ isRevoked: () => isRevoked });
  expect(await subject.useToken('bad')).toBeUndefined();
  const session = (await subject.useToken('good'))!;
  expect((await subject.find(session.secret))?.user).toEqual(user);
  isRevoked = true;
  expect(await subject.find(session.secret)).toBeUndefined();
});

it('keeps a bounded number of sessions: the oldest ends', async () => {
  const { sessions: subject } = sessions();
  const begin = () => subject.followLink(subject.createLink({ user }).secret)!.secret;
  const first = begin();
  const second = begin();
  for (let count = 2; count < 1_001; count++) begin();
  expect(await subject.find(first)).toBeUndefined();
  expect(await subject.find(second)).toBeDefined();
});
