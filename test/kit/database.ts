import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import type { Reach } from '../../server/db/embedded/cluster';
import { newFolder } from './folder';

/** The demo organisation as a template for copies, because making it takes most of a server's first start. */
export interface Template {
  /** Its database. PostgreSQL can copy it only while no session uses it. */
  readonly reach: Reach;
  readonly dataDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    template: Template;
  }
}

/** The data of a server: a database and a folder. */
export interface Place {
  readonly databaseUrl: string;
  readonly dataDir: string;
  remove(): Promise<void>;
}

/** The address of a database in the form of DATABASE_URL. */
export const urlOf = ({ host, port, user, password = '', database }: Reach): string =>
  `postgres://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;

/** A copy of the demo organisation. */
export async function copyOfTemplate(): Promise<Place> {
  const { reach, dataDir: folder } = inject('template');
  const dataDir = newFolder();
  cpSync(folder, dataDir, { recursive: true });
  const { databaseUrl, drop } = await newDatabase(reach.database);
  return {
    databaseUrl,
    dataDir,
    async remove() {
      rmSync(dataDir, { recursive: true, force: true });
      await drop();
    },
  };
}

/** Makes a new database in the PostgreSQL of this run: an empty one, or a copy of another one. */
export async function newDatabase(like = 'template1'): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const { reach } = inject('template');
  const database = `test_${randomBytes(8).toString('hex')}`;
  await makeDatabase(reach, database, like);
  return {
    databaseUrl: urlOf({ ...reach, database }),
    drop: () => dropDatabase(reach, database),
  };
}

export const makeDatabase = (reach: Reach, name: string, like = 'template1') =>
  command(reach, `create database ${name} template ${like}`);

export const dropDatabase = (reach: Reach, name: string) =>
  command(reach, `drop database if exists ${name} with (force)`);

async function command(reach: Reach, sql: string): Promise<void> {
  const client = new pg.Client({ ...reach, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
