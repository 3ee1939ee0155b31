import { readFileSync, rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ConfigError, readConfig } from '../../server/config';
import { openDatabase } from '../../server/db/open';
import { newDatabase } from '../kit/database';
import { newFolder } from '../kit/folder';

/** What was stored before a migration has to make sense after it. */
let database: Awaited<ReturnType<typeof newDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await newDatabase();
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const migrate = (name: string) =>
  client.query(readFileSync(new URL(`../../server/db/migrations/${name}.sql`, import.meta.url), 'utf8'));

it('cases that were stored without a status become CLOSED if they were closed, else get the status of their incident', async () => {
  for (const name of ['0000_first', '0001_global_chat', '0002_media']) await migrate(name);
  await client.query(`
    insert into incidents (id, status, animal_type, informer_name, contact_number, location, description)
      select id, status, 'DOG', 'A', '9876543210', 'B', 'C'
      from (values (1, 'ASSIGNED'), (2, 'IN_PROGRESS'), (3, 'ONGOING'), (4, 'IN_PROGRESS')) as made (id, status);
    insert into cases (id, incident_id, team_name, closed_at)
      values (1, 1, 'T', null), (2, 2, 'T', null), (3, 3, 'T', now()), (4, 4, 'T', now()), (5, 4, 'T', null);
  `);
  await migrate('0003_incidents');
  const { rows } = await client.query('select id::int, status from cases order by id');
  expect(rows).toEqual([
    { id: 1, status: 'ASSIGNED' },
    { id: 2, status: 'IN_PROGRESS' },
    { id: 3, status: 'CLOSED' },
    { id: 4, status: 'CLOSED' },
    { id: 5, status: 'IN_PROGRESS' },
  ]);
  await expect(client.query("update cases set status = 'CLOSED' where id = 1")).rejects.toThrow('cases_closed');
});

it('old entries of the log lose the names of former members and of denied sign-ups', async () => {
  const later = ['0004_read_marks', '0005_organisation', '0006_picture_sizes', '0007_login_addresses'];
  for (const name of [...later, '0008_people_and_supplies', '0009_in_the_field']) await migrate(name);
  await client.query(`
    insert into users (id, username, username_key, first_name, last_name, phone_number, experience_level, password_hash, status)
      values (1, 'sara', 'SARA', 'Sara', 'Thomas', '1', 'EXPERT', 'x', 'ACTIVE'),
        (8, 'FORMER 8', 'FORMER 8', 'Former member', '', '', 'BEGINNER', '', 'FORMER');
    insert into audit_log (action, actor_id, actor_name, target_id, target_name, details)
      values ('roles.changed', 8, 'Old Name', 1, 'Sara Thomas', ''), ('users.deleted', 1, 'Sara Thomas', 8, 'Old Name', ''),
        ('signup.denied', 1, 'Sara Thomas', null, 'Not Wanted', 'Sign-up 9.');
  `);
  await migrate('0010_former_names');
  const { rows } = await client.query('select actor_name, target_name, details from audit_log order by id');
  expect(rows).toEqual([
    { actor_name: 'Former member 8', target_name: 'Sara Thomas', details: '' },
    { actor_name: 'Sara Thomas', target_name: 'Former member 8', details: '' },
    { actor_name: 'Sara Thomas', target_name: null, details: 'Sign-up 9.' },
  ]);
});

it('begun cases without a team go back to ASSIGNED with their incidents, so that captains can reassign them', async () => {
  await migrate('0011_push_sessions');
  // Cases 2 and 5 are IN_PROGRESS, and only 5 has somebody in its team.
  await client.query(`
    insert into case_members (case_id, user_id) values (5, 1);
    update incidents set last_updated = '2026-03-10';
  `);
  await migrate('0012_empty_teams');
  const { rows } = await client.query(`
    select cases.id::int, cases.status, incidents.status as incident, last_updated > '2026-03-10' as "isLater"
      from cases join incidents on incidents.id = incident_id where closed_at is null order by cases.id`);
  expect(rows).toEqual([
    { id: 1, status: 'ASSIGNED', incident: 'ASSIGNED', isLater: false },
    { id: 2, status: 'ASSIGNED', incident: 'ASSIGNED', isLater: true },
    { id: 5, status: 'IN_PROGRESS', incident: 'IN_PROGRESS', isLater: false },
  ]);
  const { rows: lines } = await client.query(
    'select incident_id::int, event, changed_by, status_before, status_after, note from incident_changes',
  );
  expect(lines).toEqual([
    {
      incident_id: 2,
      event: 'team.emptied',
      changed_by: null,
      status_before: 'IN_PROGRESS',
      status_after: 'ASSIGNED',
      note: 'T has no members any more. A captain can reassign it.',
    },
  ]);
});

it('notifications about the own request or kit are told apart from those for inventory managers', async () => {
  await client.query(`
    insert into requisitions (id, user_id) values (1, 1), (2, 8);
    insert into notifications (user_id, type, message, related_entity_id) values
      (1, 'INVENTORY', 'Your request for supplies has been approved.', 1), (1, 'INVENTORY', 'Ravi requests 1 item.', 2),
      (1, 'INVENTORY', 'Low on stock: Bandage, 1 piece left.', null), (1, 'INCIDENT', 'Resolved: Dog at B.', 1),
      (1, 'INVENTORY', 'Only 1 left in your first-aid kit: Bandage.', null),
      (1, 'INVENTORY', 'In your first-aid kit: Eye drops expires on 2026-12-12.', null);
  `);
  await migrate('0013_own_supplies');
  const { rows } = await client.query('select is_own from notifications order by id');
  expect(rows.map(({ is_own }) => is_own)).toEqual([true, false, false, false, true, true]);
});

it('the index of the search is left out where its extension may not be created or is in another schema (DECISIONS 311)', async () => {
  const indexes = async () =>
    (await client.query("select 1 from pg_indexes where indexname = 'messages_text'")).rowCount;
  await client.query('set role pg_monitor');
  await migrate('0014_search_index');
  await client.query('reset role');
  expect(await indexes()).toBe(0);
  await client.query('create schema extensions; create extension pg_trgm schema extensions');
  await migrate('0014_search_index');
  expect(await indexes()).toBe(0);
  await client.query('drop extension pg_trgm');
  await migrate('0014_search_index');
  expect(await indexes()).toBe(1);
});

it('a place that was stored without its time may be as old as the sign-up (DECISIONS 372)', async () => {
  await client.query("update users set latitude = 1, longitude = 1, joined_since = '2026-03-10' where id = 1");
  await migrate('0015_located_at');
  const { rows } = await client.query('select located_at = joined_since as "isAsOld" from users order by id');
  expect(rows).toEqual([{ isAsOld: true }, { isAsOld: null }]);
});

it('all that is in a row of a kit has the expiry date of the row, as before (DECISIONS 127)', async () => {
  await client.query(`
    insert into inventory_items (id, name, quantity, unit, low_stock_threshold)
      values (1, 'Eye drops', 0, 'bottle', 0), (2, 'Rope', 0, 'piece', 0);
    insert into kit_items (user_id, item_id, personally_procured, quantity, expires_on)
      values (1, 1, false, 3, '2027-05-01'), (1, 2, true, 1, null);
  `);
  await migrate('0016_kit_dates');
  const { rows } = await client.query('select batches from kit_items order by item_id');
  expect(rows).toEqual([{ batches: [{ expiresOn: '2027-05-01', quantity: 3 }] }, { batches: [] }]);
});

it('a database that a newer version of the server has migrated is refused, until that version is back', async () => {
  const [{ databaseUrl, drop }, dataDir] = [await newDatabase(), newFolder()];
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  const other = new pg.Client({ connectionString: databaseUrl });
  try {
    await (await openDatabase(config)).close();
    await other.connect();
    const later = 'select max(created_at) + 1 from drizzle.__drizzle_migrations';
    await other.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', (${later}))`);
    const prepare = vi.fn();
    await expect(openDatabase(config, { prepare })).rejects.toThrow(
      new ConfigError(
        'The database of DATABASE_URL belongs to a newer version of the server. Start that version, or restore a backup from before the update.',
      ),
    );
    expect(prepare).not.toHaveBeenCalled();
    await other.query("delete from drizzle.__drizzle_migrations where hash = 'later'");
    await (await openDatabase(config)).close();
  } finally {
    await other.end();
    await drop();
    rmSync(dataDir, { recursive: true });
  }
});
