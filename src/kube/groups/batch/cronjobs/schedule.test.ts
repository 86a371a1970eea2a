import { expect, test } from 'vitest';
import { expectLinearText } from '../../../../apimachinery/growth.test.support.js';
import { checkSchedule, isTimeZone } from './schedule.js';

test.each([
  '* * * * *',
  '*/15 0 1,15 * 1-5',
  '0 0 1 JAN MON',
  '@hourly',
  '@every 1h30m',
  '0-59/2 ? * * *',
  '  5 4 * * *',
])('%s is a schedule', (text) => {
  expect(() => checkSchedule(text)).not.toThrow();
});

test.each([
  ['', 'empty spec string'],
  ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
  ['60 * * * *', 'end of range (60) above maximum (59): 60'],
  ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
  ['5-3 * * * *', 'beginning of range (5) beyond end of range (3): 5-3'],
  ['*/0 * * * *', 'step of range should be a positive number: */0'],
  ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
  ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
  ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
  ['@never', 'unrecognized descriptor: @never'],
  ['@every 5', 'failed to parse duration @every 5: time: missing unit in duration "5"'],
  ['@every day', 'failed to parse duration @every day: time: invalid duration "day"'],
])('%j is none: %s', (text, problem) => {
  expect(() => checkSchedule(text)).toThrow(problem);
});

test.each([
  ['Europe/Berlin', true],
  ['Etc/GMT+1', true],
  ['UTC', true],
  ['europe/berlin', false],
  ['Mars/Olympus', false],
])('%s is a time zone: %s', (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne);
});

test('is read in one pass', () =>
  expectLinearText('checkSchedule', checkSchedule, {
    around: [
      ['', ''],
      ['@every ', 'x'],
      ['TZ=', ' * * * * *'],
      ['1-', ' * * * *'],
    ],
    repeated: ['00s', '0', '1,', '* '],
  }));
