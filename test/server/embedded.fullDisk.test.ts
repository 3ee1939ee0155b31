import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openCluster } from '../../server/db/embedded/cluster';
import { mayMount, onSmallDisk } from '../kit/smallDisk';

/** How long the database may take on a busy machine, in milliseconds. */
const SLOW = { timeout: 30_000 };
/** Less than the next file of the database's log needs, which has 16 MB. */
const ROOM = 10_000_000;

it(
  'that its disk is full is told once, however often the database is tried, and it goes on when there is room',
  {
    timeout: 120_000,
    skip: !mayMount,
  },
  () =>
    onSmallDisk(120, async (dataDir) => {
      const told: string[] = [];
      const { reach, stop } = await openCluster(dataDir, { onTrouble: (...words) => told.push(words.join(': ')) });
      const ask = async (query: string) => {
        const client = new pg.Client(reach);
        client.on('error', () => {});
        await client.connect();
        return client.query(query).finally(() => client.end());
      };
      const { bavail, bsize } = statfsSync(dataDir);
      const filler = join(dataDir, 'filler');
      writeFileSync(filler, Buffer.alloc(bavail * bsize - ROOM));
      const fillLog = async () => {
        for (;;) await ask(`select pg_logical_emit_message(false, '', repeat('x', ${ROOM / 10}))`);
      };
      await expect(fillLog()).rejects.toThrow('No space left on device');

      const tried = new Set<string>();
      const processes = () => {
        const file = join(dataDir, 'postgres', 'postmaster.pid');
        try {
          return tried.add(readFileSync(file, 'utf8').split('\n')[0] ?? '').size;
        } catch {
          return tried.size;
        }
      };
      await expect.poll(processes, { ...SLOW, interval: 5 }).toBeGreaterThan(4);
      expect(told).toEqual([
        expect.stringMatching(
          /^the embedded database has ended and is started again: PANIC: .*No space left on device/,
        ),
        expect.stringMatching(
          /^the embedded database cannot be started again yet: FATAL: {2}could not write to file "[^"]+": No space left on device$/,
        ),
      ]);

      rmSync(filler);
      await expect.poll(() => ask('select 1').then(({ rowCount }) => rowCount, String), SLOW).toBe(1);
      await stop();
    }),
);
