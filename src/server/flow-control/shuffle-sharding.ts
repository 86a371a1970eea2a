// Follows staging/src/k8s.io/apiserver/pkg/util/shufflesharding/shufflesharding.go (v1.36)

/**
 * Shuffle sharding: deals each flow a hand of a level's queues, always the same one. Two flows may share a queue but
 * hardly all of them, so a flow that fills its queues leaves room for others in some of theirs.
 */
export function dealHand(flow: string, { queues, handSize }: { queues: number; handSize: number }): number[] {
  let entropy = hash(flow);
  const hand: number[] = [];
  for (let dealt = 0; dealt < handSize; dealt++) {
    const left = queues - dealt;
    let card = entropy % left;
    entropy = Math.floor(entropy / left);
    // `card` is an index among the remaining cards: each dealt card at or below it, in ascending order, shifts it up.
    for (const out of [...hand].sort((a, b) => a - b)) if (card >= out) card++;
    hand.push(card);
  }
  return hand;
}

/** A 53-bit hash: enough to deal 7 of 128 queues. */
function hash(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
    high ^= high >>> 13;
  }
  low = Math.imul(low ^ (low >>> 16), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x27d4eb2f);
  return ((high >>> 0) & 0x1f_ffff) * 0x1_0000_0000 + ((low ^ (low >>> 15)) >>> 0);
}
