import { expect, test } from 'vitest';
import { ManualClock, settle } from '../../apimachinery/clock/manual-clock.test.support.js';
import { problems, recordOf } from './records.test.support.js';
import { AuditWebhook } from './webhook-backend.js';

function webhookOf(post: (list: Buffer) => Promise<unknown>) {
  const clock = new ManualClock();
  const { lost, onProblem } = problems();
  const webhook = new AuditWebhook({ post, initialBackoffMilliseconds: 10_000, clock, random: () => 0.5, onProblem });
  return { webhook, clock, lost };
}

const refuse = () => Promise.reject(new Error('not now'));

test('records are sent as a list', async () => {
  const lists: unknown[] = [];
  const { webhook } = webhookOf(async (list) => lists.push(JSON.parse(list.toString())));
  expect(await webhook.process([recordOf('a'), recordOf('b')])).toBe(true);
  const about = { kind: 'EventList', apiVersion: 'audit.k8s.io/v1', metadata: {} };
  expect(lists).toMatchObject([{ ...about, items: [{ auditID: 'a' }, { auditID: 'b' }] }]);
});

test('what is refused is sent again, later each time, and is lost after the fifth', async () => {
  let calls = 0;
  const { webhook, clock, lost } = webhookOf(() => {
    calls++;
    return refuse();
  });
  const stored = webhook.process([recordOf('a')]);
  for (const delay of [11_000, 16_500, 24_750, 37_125]) {
    await settle();
    expect(clock.waiting).toEqual([delay]);
    await clock.advance(delay);
  }
  expect(await stored).toBe(false);
  expect(calls).toBe(5);
  expect(lost).toEqual(['webhook: not now: a']);
});

test('what was accepted in the end is stored', async () => {
  let calls = 0;
  const { webhook, clock, lost } = webhookOf(() => (++calls < 3 ? refuse() : Promise.resolve()));
  const stored = webhook.process([recordOf('a')]);
  await clock.advance(60_000);
  expect([await stored, calls, lost]).toEqual([true, 3, []]);
});

test('nothing is tried again when it is closed', async () => {
  const { webhook, lost } = webhookOf(refuse);
  const stored = webhook.process([recordOf('a')]);
  await settle();
  await webhook.close();
  expect([await stored, lost]).toEqual([false, ['webhook: not now: a']]);
});
