import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newFolder } from './folder';
import { madeOnce } from './madeOnce';

let around: string;
beforeEach(() => {
  around = newFolder();
});
afterEach(() => rmSync(around, { recursive: true }));

const filledBy = (name: string) => async (folder: string) => writeFileSync(join(folder, 'maker'), name);

describe('a folder that is made once', () => {
  it('is whole when several want it at the same time, and nothing else is left', async () => {
    const path = join(around, 'below', 'it');
    let arrived = () => {};
    const bothAreAtIt = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await Promise.all([
      madeOnce(path, async (folder) => {
        await filledBy('first')(folder);
        await bothAreAtIt;
      }),
      madeOnce(path, async (folder) => {
        await filledBy('second')(folder);
        arrived();
      }),
    ]);
    expect(readdirSync(join(around, 'below'))).toEqual(['it']);
    expect(['first', 'second']).toContain(readFileSync(join(path, 'maker'), 'utf8'));
  });

  it('is not made again', async () => {
    const path = join(around, 'it');
    await madeOnce(path, filledBy('first'));
    await madeOnce(path, filledBy('second'));
    expect(readFileSync(join(path, 'maker'), 'utf8')).toBe('first');
  });

  it('is not there when it could not be filled, and can be made later', async () => {
    const path = join(around, 'it');
    const attempt = madeOnce(path, async (folder) => {
      await filledBy('first')(folder);
      throw new Error('The disk is full.');
    });
    await expect(attempt).rejects.toThrow('The disk is full.');
    expect(readdirSync(around)).toEqual([]);
    await madeOnce(path, filledBy('second'));
    expect(readFileSync(join(path, 'maker'), 'utf8')).toBe('second');
  });
});
