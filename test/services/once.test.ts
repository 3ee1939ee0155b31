import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../src/contract/failure';
import { createOnce } from '../../src/wiring/once';

/** Scripted calls: what each of them answers or fails with, and what the server is found to have. */
function scripted(knowsKeys = true) {
  const once = createOnce(() => knowsKeys);
  const keys: string[] = [];
  let looks = 0;
  const make = (content: unknown, end: string | CallFailure, found?: string | CallFailure) =>
    once({
      content,
      call: async (headers) => {
        keys.push(headers['Idempotency-Key']);
        if (typeof end === 'string') return end;
        throw end;
      },
      find: async () => {
        looks++;
        if (found instanceof CallFailure) throw found;
        return found;
      },
    }).catch((error) => error);
  return {
    make,
    looks: () => looks,
    /** Which of the calls had the same key, as numbers from 0. */
    keys: () => keys.map((key) => [...new Set(keys)].indexOf(key)),
  };
}

const lost = new CallFailure('network', 0);
const refused = new CallFailure('refused', 409, 'It is CLOSED now.');
const close = { incidentId: '3', reason: 'It had left.' };

describe('a change whose answer may be lost (DECISIONS 281)', () => {
  it.each([lost, new CallFailure('unreadable', 200), new CallFailure('refused', 502), new CallFailure('refused', 500)])(
    'has the same key until an answer comes: after %s',
    async (failure) => {
      const { make, keys } = scripted();
      expect(await make(close, failure)).toBe(failure);
      expect(await make({ ...close }, failure)).toBe(failure);
      expect(await make(close, 'done')).toBe('done');
      expect(await make(close, 'done')).toBe('done');
      expect(keys()).toEqual([0, 0, 0, 1]);
    },
  );

  it('has another key with another content', async () => {
    const { make, keys } = scripted();
    await make(close, lost);
    await make({ ...close, reason: 'A false alarm.' }, lost);
    await make(close, lost);
    expect(keys()).toEqual([0, 1, 0]);
  });

  it('is made if the server has it, and is another one afterwards', async () => {
    const { make, keys } = scripted();
    expect(await make(close, lost, 'found')).toBe('found');
    await make(close, 'done');
    expect(keys()).toEqual([0, 1]);
  });

  it('that is refused is not looked for, and is another one afterwards', async () => {
    const { make, keys, looks } = scripted();
    expect(await make(close, refused, 'found')).toBe(refused);
    expect(await make(close, refused, 'found')).toBe(refused);
    expect([keys(), looks()]).toEqual([[0, 1], 0]);
  });

  it('that is refused after its answer was lost is not made, if the server knows the key', async () => {
    const { make, keys, looks } = scripted();
    await make(close, lost);
    expect(await make(close, refused, 'found')).toBe(refused);
    await make(close, lost);
    expect([keys(), looks()]).toEqual([[0, 0, 1], 2]);
  });

  it('keeps its key if the repeat is refused only for the moment, because the session has ended', async () => {
    const { make, keys } = scripted();
    await make(close, lost);
    await make(close, new CallFailure('refused', 401));
    await make(close, 'done');
    expect(keys()).toEqual([0, 0, 0]);
  });

  it('that is refused after its answer was lost is looked for, if the server knows no keys', async () => {
    const { make } = scripted(false);
    expect(await make(close, lost, lost)).toBe(lost);
    expect(await make(close, refused)).toBe(refused);
    expect(await make(close, refused, 'found')).toBe('found');
  });
});
