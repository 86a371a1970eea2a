import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginFrame, FrameReader, finishFrame } from './framing.js';

test('messages come out as they went in, wherever the stream is cut', () => {
  const messages = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 8 });
  fc.assert(
    fc.property(messages, fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), (sent, cuts) => {
      const stream = Buffer.concat(sent.map((message) => finishFrame(beginFrame().raw(message))));
      const received: Buffer[] = [];
      const reader = new FrameReader((message) => received.push(Buffer.from(message)));
      for (let position = 0, cut = 0; position < stream.length; cut++) {
        const end = position + cuts[cut % cuts.length]!;
        reader.push(stream.subarray(position, end));
        position = end;
      }
      expect(received).toEqual(sent.map((message) => Buffer.from(message)));
    }),
  );
});

test.each([
  { name: 'a compressed message', bytes: [1, 0, 0, 0, 1, 0] },
  { name: 'a message of four gigabytes', bytes: [0, 255, 255, 255, 255] },
])('$name is refused', ({ bytes }) => {
  const reader = new FrameReader(() => undefined);
  expect(() => reader.push(Buffer.from(bytes))).toThrow('the server sent');
});
