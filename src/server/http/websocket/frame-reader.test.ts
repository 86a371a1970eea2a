import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectLinear } from '../../../apimachinery/growth.test.support.js';
import { FrameReader, frameHead, type Message, opcodes } from './frame-reader.js';

/** A masked frame, as clients send it. */
function frame(opcode: number, payload: Buffer, { final = true } = {}): Buffer {
  const head = frameHead(opcode, payload.length);
  if (!final) head[0]! &= 0x7f;
  head[1]! |= 0x80;
  const mask = Buffer.from([1, 2, 3, 4]);
  return Buffer.concat([head, mask, payload.map((byte, index) => byte ^ mask[index & 3]!)]);
}

function read(bytes: Buffer, { cuts = [] as number[], limit = 1024 * 1024 } = {}): Message[] {
  const messages: Message[] = [];
  const reader = new FrameReader(limit, (message) => messages.push(message));
  let begin = 0;
  for (const end of [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    reader.push(bytes.subarray(begin, end));
    begin = end;
  }
  return messages;
}

test('messages come whole, however they are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 70_000 }), { maxLength: 4 }),
      fc.array(fc.nat(), { maxLength: 10 }),
      (payloads, cuts) => {
        const sent = payloads.map((payload) => frame(opcodes.binary, Buffer.from(payload)));
        const messages = read(Buffer.concat(sent), { cuts });
        expect(messages.map(({ payload }) => payload)).toEqual(payloads.map((payload) => Buffer.from(payload)));
      },
    ),
    { numRuns: 30 },
  );
});

test('fragments are put together, with pings between them', () => {
  const sent = [
    frame(opcodes.text, Buffer.from('a'), { final: false }),
    frame(opcodes.ping, Buffer.from('p')),
    frame(opcodes.continuation, Buffer.from('b'), { final: false }),
    frame(opcodes.continuation, Buffer.from('c')),
    frame(opcodes.text, Buffer.alloc(0)),
  ];
  expect(read(Buffer.concat(sent)).map(({ opcode, payload }) => `${opcode} ${payload}`)).toEqual([
    '9 p',
    '1 abc',
    '1 ',
  ]);
});

test.each([0, 1])('many fragments of %i bytes are put together in one pass', async (bytes) => {
  const make = (count: number) => {
    const piece = Buffer.alloc(bytes, 'x');
    const first = frame(opcodes.text, piece, { final: false });
    const more = frame(opcodes.continuation, piece, { final: false });
    return Buffer.concat([first, ...Array<Buffer>(count).fill(more), frame(opcodes.continuation, Buffer.from('.'))]);
  };
  expect(read(make(3000))[0]?.payload.toString()).toBe(`${'x'.repeat(3001 * bytes)}.`);
  await expectLinear('fragments', { make, run: read, within: 200 });
});

describe('what is refused', () => {
  test.each([
    ['a frame without a mask', Buffer.from([0x81, 0x01, 0x61]), 1002],
    ['reserved bits', Buffer.from([0xc1, 0x80]), 1002],
    ['a long ping', frame(opcodes.ping, Buffer.alloc(126)), 1002],
    ['a ping in pieces', frame(opcodes.ping, Buffer.alloc(1), { final: false }), 1002],
    ['the end of a message without its beginning', frame(opcodes.continuation, Buffer.alloc(1)), 1002],
    ['an unknown kind', frame(3, Buffer.alloc(1)), 1002],
    ['a message that is too long', Buffer.from([0x82, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255]), 1009],
    [
      'fragments that are too long together',
      Buffer.concat([
        frame(opcodes.text, Buffer.alloc(600), { final: false }),
        frame(opcodes.continuation, Buffer.alloc(600)),
      ]),
      1009,
    ],
  ])('%s', (_title, bytes, code) => {
    expect(() => read(bytes, { limit: 1000 })).toThrow(expect.objectContaining({ code }));
  });
});
