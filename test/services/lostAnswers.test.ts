import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../src/contract/failure';
import type { Gateways } from '../../src/wiring/gateways';
import { createOnce } from '../../src/wiring/lostAnswers';

type End = string | CallFailure;

/** Scripted calls: how those of one change end (the last one ends all further ones), and what the server is found to have. */
function scripted(knowsKeys = true) {
  let time = 0;
  let userId = '7';
  const gateways = { apiOptions: { can: () => knowsKeys }, userId: () => userId } as unknown as Gateways;
  const once = createOnce(gateways, () => time);
  const keys: string[] = [];
  let looks = 0;
  const make = (content: unknown, ends: End | readonly [End, End], found?: End) => {
    const [first, further] = typeof ends === 'object' && !(ends instanceof CallFailure) ? ends : [ends, ends];
    let isFirst = true;
    return once({
      content,
      call: async (headers) => {
        keys.push(headers['Idempotency-Key']);
        const end = isFirst ? first : further;
        isFirst = false;
        if (typeof end === 'string') return end;
        throw end;
      },
      find: async () => {
        looks++;
        if (found instanceof CallFailure) throw found;
        return found;
      },
    }).catch((error) => error);
  };
  return {
    make,
    looks: () => looks,
    /** Somebody else logs in. */
    changes: () => {
      userId = '8';
    },
    passes: (minutes: number) => {
      time += minutes * 60_000;
    },
    /** Which of the calls had the same key, as numbers from 0. */
    keys: () => keys.map((key) => [...new Set(keys)].indexOf(key)),
  };
}

const lost = new CallFailure('network', 0);
const refused = new CallFailure('refused', 409, 'It is CLOSED now.');
const close = { incidentId: '3', reason: 'It had left.' };

describe('a change whose answer may be lost (DECISIONS 281)', () => {
  it.each([lost, new CallFailure('unreadable', 200), new CallFailure('refused', 502), new CallFailure('refused', 500)])(
    'has the same key until an answer comes, and is called twice by each press: after %s',
    async (failure) => {
      const { make, keys } = scripted();
      expect(await make(close, failure)).toBe(failure);
      expect(await make({ ...close }, failure)).toBe(failure);
      expect(await make(close, 'done')).toBe('done');
      expect(await make(close, 'done')).toBe('done');
      expect(keys()).toEqual([0, 0, 0, 0, 0, 1]);
    },
  );

  it('has another key with another content', async () => {
    const { make, keys } = scripted();
    await make(close, lost);
    await make({ ...close, reason: 'A false alarm.' }, lost);
    await make(close, 'done');
    expect(keys()).toEqual([0, 0, 1, 1, 0]);
  });

  it('is another one ten minutes after the last call', async () => {
    const { make, keys, passes } = scripted();
    await make(close, lost);
    passes(9);
    await make(close, lost);
    passes(9);
    await make(close, lost);
    passes(10);
    await make(close, 'done');
    expect(keys()).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });

  it('is answered by a second call, without a look, and is another one afterwards', async () => {
    const { make, keys, looks } = scripted();
    expect(await make(close, [lost, 'done'], 'found')).toBe('done');
    await make(close, 'done');
    expect([keys(), looks()]).toEqual([[0, 0, 1], 0]);
  });

  it('that somebody else has made is refused, even if the first answer was lost', async () => {
    const { make, keys, looks } = scripted();
    expect(await make(close, [lost, refused], 'found')).toBe(refused);
    await make(close, 'done');
    expect([keys(), looks()]).toEqual([[0, 0, 1], 0]);
  });

  it('that is refused is not repeated, and is another one afterwards', async () => {
    const { make, keys, looks } = scripted();
    expect(await make(close, refused, 'found')).toBe(refused);
    expect(await make(close, refused, 'found')).toBe(refused);
    expect([keys(), looks()]).toEqual([[0, 1], 0]);
  });

  it.each([401, 429])('keeps its key if the repeat is refused only for the moment, with %s', async (status) => {
    const { make, keys } = scripted();
    await make(close, [lost, new CallFailure('refused', status)]);
    await make(close, 'done');
    expect(keys()).toEqual([0, 0, 0]);
  });

  it.each([true, false])('is not made or looked for in the name of somebody else (keys: %s)', async (knowsKeys) => {
    const { make, keys, looks, changes } = scripted(knowsKeys);
    const making = make(close, [lost, 'done'], 'found');
    changes();
    expect(await making).toBe(lost);
    expect([keys(), looks()]).toEqual([[0], 0]);
    await make(close, 'done');
    expect(keys()).toEqual([0, 1]);
  });

  describe('at a server that knows no keys', () => {
    it('is looked for instead of being called again', async () => {
      const { make, keys } = scripted(false);
      expect(await make(close, lost, 'found')).toBe('found');
      await make(close, 'done');
      expect(keys()).toEqual([0, 1]);
    });

    it('is looked for when it is refused after its answer was lost', async () => {
      const { make, looks } = scripted(false);
      expect(await make(close, refused, 'found')).toBe(refused);
      expect(await make(close, lost, lost)).toBe(lost);
      expect(await make(close, refused)).toBe(refused);
      expect(await make(close, refused, 'found')).toBe('found');
      expect(looks()).toBe(3);
    });
  });
});
