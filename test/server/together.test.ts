import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userRoles, users } from '../../server/db/schema';
import type { Movement } from '../../src/contract/movement';
import type { Organisation } from '../../src/machines/lifecycles/organisation';
import { type ActorName, actorNames, actors, allActs, brokenIn, firstOrganisation, wordsOf } from '../kit/exploring';
import { callsIn, makeIncident, type SignedInServer, sendCompletion, startSignedInServer } from '../kit/incidents';
import { type Act, organisationAfter } from '../kit/organisationModel';
import { organisationOf, type Place } from '../kit/organisationOfRows';
import { type Answer, call, signIn, stompClient } from '../kit/server';
import { suppliesIn } from '../kit/supplies';

/**
 * The same rules as in the model of the lifecycles, on the real server: random acts of everybody. After each of them the rows of the
 * database say what the model says, and every invariant holds.
 */
let signedIn: SignedInServer;
let passwordHash = '';
beforeAll(async () => {
  signedIn = await startSignedInServer({ limits: { uploadsPerHour: 100_000 } });
  const [mira] = await signedIn.server.db.select().from(users).where(eq(users.username, 'member'));
  passwordHash = mira?.passwordHash ?? '';
});
afterAll(() => signedIn.server.close());
const { asked } = callsIn(() => signedIn);
const { makeItem } = suppliesIn(() => signedIn);

let made = 0;
async function makeMember(status: 'PENDING' | 'ACTIVE'): Promise<{ id: number; username: string }> {
  const username = `together-${++made}`;
  const names = { username, usernameKey: username, firstName: 'Together', lastName: `No${made}` };
  const [row] = await signedIn.server.db
    .insert(users)
    .values({ ...names, passwordHash, phoneNumber: '9000000000', status })
    .returning({ id: users.id });
  if (!row) throw new Error('nobody was made');
  if (status === 'ACTIVE') await signedIn.server.db.insert(userRoles).values({ userId: row.id, role: 'MEMBER' });
  return { id: row.id, username };
}

/** To run other and more acts: ACTS_SEED=7 ACTS_RUNS=200 npx vitest run test/server/together */
const { ACTS_SEED, ACTS_RUNS } = process.env;

/** One organisation of the model's size beside the demo's, and the calls of its people. */
async function openPlace() {
  const { server, tokens } = signedIn;
  const members = [await makeMember('PENDING'), await makeMember('ACTIVE')];
  const place: Place = {
    members: members.map(({ id }) => id),
    incidents: [await makeIncident(server, 'REPORTED'), await makeIncident(server, 'REPORTED')],
    requests: [null, null],
    item: Number(await makeItem([[1]])),
  };
  const kept = new Map<string, string>();

  /** The caller's token. A member who cannot log in has one that the server does not know. */
  async function tokenOf(name: ActorName): Promise<string> {
    const { member } = actors[name];
    if (member === null) return tokens[name as keyof typeof tokens];
    const username = members[member]?.username ?? '';
    const token = kept.get(username) ?? (await signIn(server.base, username).catch(() => 'none'));
    if (token !== 'none') kept.set(username, token);
    return token;
  }

  const paths: Partial<Record<Act['type'], readonly [method: string, path: string]>> = {
    authorize: ['PUT', 'admin/authorize/'],
    deny: ['DELETE', 'admin/deny/'],
  };
  async function ask(act: Act, token: string): Promise<Answer> {
    const idIn = (ids: readonly (number | null)[], number: number) => String(ids[number] ?? 999_999);
    const api = (method: string, path: string, body?: unknown) =>
      call(server.base, `/api/${path}`, { token, method, ...(body !== undefined && { body }) });
    switch (act.type) {
      case 'authorize':
      case 'deny': {
        const [method, path] = paths[act.type] ?? ['', ''];
        return api(method, path + idIn(place.members, act.member));
      }
      case 'remove':
        return api('DELETE', 'admin/users/batch', { userIds: [idIn(place.members, act.member)] });
      case 'assign':
        return api('POST', `incidents/${idIn(place.incidents, act.incident)}/assignment/assign-team`, {
          userIds: act.team.map((member) => idIn(place.members, member)),
        });
      case 'initiate':
        return api('POST', `cases/${idIn(place.incidents, act.incident)}/initiate-confirm`, {
          participatingUserIds: act.confirmed.map((member) => idIn(place.members, member)),
        });
      case 'complete':
        return sendCompletion(server.base, token, idIn(place.incidents, act.incident));
      case 'close':
        return api('PUT', `incidents/${idIn(place.incidents, act.incident)}/close`, { reason: 'A false alarm.' });
      case 'resolve':
      case 'reactivate':
        return api('PUT', `incidents/${idIn(place.incidents, act.incident)}/${act.type}`);
      case 'delete':
        return api('DELETE', `incidents/${idIn(place.incidents, act.incident)}`, { archive: true });
      case 'ask': {
        const answer = await api('POST', 'requisitions', [{ inventoryItemId: String(place.item), quantity: 1 }]);
        if (answer.status === 201) place.requests[act.request] = Number((answer.body as { id: string }).id);
        return answer;
      }
      case 'approve':
      case 'dispatch':
        return api('POST', `inventory/requisitions/${idIn(place.requests, act.request)}/${act.type}`);
      case 'refuse':
        return api('POST', `inventory/requisitions/${idIn(place.requests, act.request)}/deny`);
      case 'acknowledge':
        return api('POST', `requisitions/${idIn(place.requests, act.request)}/acknowledge`);
      case 'restock':
        return api('POST', `inventory/items/${place.item}/stock`, { delta: 1, reason: 'restock' });
      case 'move':
        return api('PUT', `cases/${idIn(place.incidents, act.incident)}/movement`, { movement: said[act.report] });
      case 'say':
        throw new Error('Messages do not go over HTTP');
    }
  }

  /** Messages go over the realtime connection. A refusal is no answer there, but the rows show it. */
  async function say(chatId: number | null, token: string): Promise<void> {
    const client = await stompClient(server.base, token).catch(() => null);
    if (!client) return;
    client.send(`/app/chat/${chatId ?? 999_999}/send`, { text: 'Here.', clientMessageId: `together-${++made}` });
    // If the sender may not write there, the server ends the connection and gives no other answer.
    await Promise.race([client.settled(), client.closed]);
    await client.close();
  }

  return {
    organisation: async () => (await organisationOf(server, place)).organisation,
    async act(act: Act, by: ActorName): Promise<boolean | null> {
      const token = await tokenOf(by);
      if (act.type === 'say') {
        await say((await organisationOf(server, place)).newestChats[act.incident] ?? null, token);
        return null;
      }
      const { status, body } = await ask(act, token);
      if (status >= 500) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return act.type === 'remove' && status === 200
        ? (body as { deleted: unknown[] }).deleted.length === 1
        : status < 400;
    },
  };
}

/** What a member's device sends for each movement. */
const said: Readonly<Record<Extract<Act, { type: 'move' }>['report'], Movement | null>> = {
  'movement.depart': 'ON_MY_WAY',
  'movement.arrive': 'ARRIVED',
  'movement.withdraw': null,
};

interface Model {
  organisation: Organisation;
  /** What was done so far, in words. */
  readonly told: string[];
}
type Real = Awaited<ReturnType<typeof openPlace>>;

/**
 * The acts that the model allows in an organisation, each with somebody who may do it. Purely random acts would never reach some of them.
 */
const possibleIn = (organisation: Organisation) =>
  allActs.flatMap((act) => actorNames.flatMap((by) => (mayHappen(organisation, act, by) ? [{ act, by }] : [])));
/** A request that is sent by another member than the model's, or sent twice, is not part of the model. */
function isOfModel(act: Act, by: ActorName, { requests }: Organisation): boolean {
  if (act.type !== 'ask') return true;
  const request = requests[act.request];
  return request?.status === null && (request.by as number | null) === actors[by].member;
}
const mayHappen = (organisation: Organisation, act: Act, by: ActorName) =>
  isOfModel(act, by, organisation) && organisationAfter(organisation, act, actors[by]) !== null;

/** One act of somebody: an allowed one, or any. It is chosen when its turn comes. A failure lists all acts that were done. */
class Doing implements fc.AsyncCommand<Model, Real> {
  constructor(
    private readonly place: number,
    private readonly mayBeRefused: boolean,
  ) {}
  check = () => true;
  toString = () => `${this.place} ${this.mayBeRefused}`;
  async run(model: Model, real: Real): Promise<void> {
    const possible = possibleIn(model.organisation);
    const any = allActs.flatMap((act) =>
      actorNames.flatMap((by) => (isOfModel(act, by, model.organisation) ? [{ act, by }] : [])),
    );
    const choices = this.mayBeRefused || possible.length === 0 ? any : possible;
    const { act, by } = choices[this.place % choices.length] as (typeof choices)[number];
    model.told.push(wordsOf(act, by));
    const way = model.told.join('\n');
    const after = organisationAfter(model.organisation, act, actors[by]);
    const isDone = await real.act(act, by);
    if (isDone !== null) expect(isDone, way).toBe(after !== null);
    model.organisation = after ?? model.organisation;
    const rows = await real.organisation();
    expect(rows, way).toEqual(model.organisation);
    expect(brokenIn(rows), way).toEqual([]);
  }
}

describe('the rules hold together on the server', () => {
  it('whatever members do, the rows equal the model', async () => {
    const doing = fc
      .record({ place: fc.nat(10_000), mayBeRefused: fc.boolean() })
      .map(({ place, mayBeRefused }) => new Doing(place, mayBeRefused));
    let acts = 0;
    await fc.assert(
      fc.asyncProperty(fc.commands([doing], { maxCommands: 30, size: 'max' }), async (commands) => {
        const real = await openPlace();
        await fc.asyncModelRun(() => ({ model: { organisation: firstOrganisation, told: [] }, real }), commands);
        acts += [...commands].length;
      }),
      // A fixed seed: the same acts in each run, unless somebody asks for others.
      { numRuns: Number(ACTS_RUNS ?? 4), seed: Number(ACTS_SEED ?? 1) },
    );
    expect(acts).toBeGreaterThan(20);
  }, 600_000);

  it('the model starts in the same state as the server', async () => {
    const real = await openPlace();
    expect(await real.organisation()).toEqual(firstOrganisation);
    expect((await asked('captain', 'incidents')).status).toBeLessThan(500);
  });
});
