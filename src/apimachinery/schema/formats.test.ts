import { describe, expect, test } from 'vitest';
import { workMilliseconds } from '../machine-speed.test.support.js';
import { findFormat } from './formats.js';

const cases: [format: string, good: string[], bad: string[]][] = [
  ['bsonobjectid', ['507f1f77bcf86cd799439011'], ['507f1f77bcf86cd79943901', 'x']],
  ['byte', ['YQ==', 'YWI=', 'YWJj'], ['', 'YQ=', 'A===', 'YQ', 'Y Q=']],
  ['cidr', ['10.0.0.0/8', '010.0.0.0/8', '::/0', 'fe80::/128'], ['10.0.0.0', '10.0.0.0/33', '::/129', '10.0.0.0/x']],
  ['creditcard', ['4111111111111111', '4111-1111-1111-1111'], ['4111111111111112', '1234']],
  ['date', ['2024-02-29', '0000-01-01'], ['2023-02-29', '1900-02-29', '2024-00-01', '2024-1-1', 'x']],
  [
    'date-time',
    ['2024-02-29T12:00:00Z', '2024-02-29t12:00:00.123+02:00'],
    ['2024-02-29', '2024-02-29T24:00:00Z', '2024-02-29T12:00:60Z', '2024-13-01T00:00:00Z', '2024-02-29T12:00:00'],
  ],
  [
    'duration',
    ['0', '-1.5h', '1h30m', '.5s', '22 ns', '2 days', '3 Weeks', '5 µs'],
    ['', '5', 'h', '5 parsecs', '99999999999999999999 days'],
  ],
  [
    'email',
    ['a@example.com', 'A B <a@example.com>', '"a b"@example.com', 'ä@example.com'],
    ['a', 'a@', '@b', 'a b@c', 'a..b@c', 'not an address'],
  ],
  ['hexcolor', ['#fff', '00FF00'], ['red', '#ggg', '#ffff']],
  [
    'hostname',
    ['a', 'example.com', '1.example.com', 'bücher.example', '💩.example'],
    ['-a.com', 'a..com', 'a_b', `${'a'.repeat(64)}.com`, ''],
  ],
  ['ipv4', ['10.0.0.1', '010.0.0.1', '::ffff:1.2.3.4'], ['10.0.0', '::1', '256.0.0.1', '1.2.3.4.5']],
  [
    'ipv6',
    ['::1', 'fe80::1', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4', '::'],
    ['10.0.0.1', ':::', '1:2:3:4:5:6:7', '1::2::3', '12345::', 'fe80::1%eth0'],
  ],
  ['isbn', ['0321751043', '978-0321751041'], ['0321751044', 'x']],
  ['isbn10', ['0321751043', '0-8044-2957-X'], ['978-0321751041']],
  ['isbn13', ['978-0321751041'], ['0321751043']],
  ['k8s-long-name', ['a', 'a.b-c.d', `${'a'.repeat(100)}.b`], ['A', 'a..b', '-a', 'a'.repeat(254)]],
  ['k8s-short-name', ['a-1', 'a'.repeat(63)], ['a.b', 'Not_Ok', '-a', 'a'.repeat(64)]],
  [
    'mac',
    ['01:23:45:67:89:ab', '01-23-45-67-89-AB', '0123.4567.89ab', '01:23:45:67:89:ab:cd:ef'],
    ['01:23:45:67:89', '01:23-45:67:89:ab', '0123.4567', 'x'],
  ],
  ['password', ['', 'anything'], []],
  ['rgbcolor', ['rgb(255,255,255)', 'rgb( 0 , 1, 19 )'], ['rgb(256,0,0)', 'white', 'rgb(1,2)']],
  ['ssn', ['111-22-3333', '111 22 3333'], ['111223333', '1']],
  [
    'uri',
    ['https://a:b@example.com:8/x?y=z#f', '/path', 'mailto:x', 'http://[::1]:80/', 'http://h/%20'],
    ['', 'relative', 'http://a b/', 'http://h:x/', '/%zz', ':x', '/a\nb'],
  ],
  ['uuid', ['123e4567-e89b-12d3-a456-426614174000', '123E4567E89B12D3A456426614174000'], ['123e4567']],
  ['uuid3', ['123e4567-e89b-32d3-a456-426614174000'], ['123e4567-e89b-42d3-a456-426614174000']],
  [
    'uuid4',
    ['123e4567-e89b-42d3-a456-426614174000'],
    ['123e4567-e89b-12d3-a456-426614174000', '123e4567-e89b-42d3-7456-426614174000'],
  ],
  ['uuid5', ['123e4567-e89b-52d3-a456-426614174000'], ['123e4567-e89b-42d3-a456-426614174000']],
];

describe.each(cases)('format %s', (format, good, bad) => {
  test('takes its values', () => expect(good.filter((text) => !findFormat(format)!(text))).toEqual([]));
  test('refuses others', () => expect(bad.filter((text) => findFormat(format)!(text))).toEqual([]));
});

test('dashes in names do not count, and other formats are none', () => {
  expect(findFormat('datetime')).toBe(findFormat('date-time'));
  expect(findFormat('colour')).toBeUndefined();
});

test('no format takes long over a long text', async () => {
  const texts = ['1', 'a', '=', ':', '.', '-', 'a.', '1 ', '<', '"', '%41'].map((unit) => unit.repeat(200_000));
  const check = () => {
    for (const [format] of cases) for (const text of texts) findFormat(format)!(`${text}!`);
  };
  expect(await workMilliseconds(check)).toBeLessThan(4000);
});
