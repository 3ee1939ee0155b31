import { parse } from 'valibot';
import { expect, it } from 'vitest';
import { type NoteSubmission, Submission } from '../../src/contract/submissions';
import { noteDetailsOf, noteOf } from '../../src/rules/submissions/note';
import { casesAfter, incidentAfter } from '../../src/rules/submissions/sent';
import { incident, myCase } from '../walks/cases/samples';
import { completion, initiation, movement, note } from '../walks/submissions/samples';

const me = { id: 'mira', firstName: 'Mira' };
const noon = '2026-03-10T12:00:00.000Z';
const teamOf = (...movements: (readonly [userId: string, movement: 'ON_MY_WAY' | 'ARRIVED' | null])[]) =>
  movements.map(([userId, said]) => ({ userId, firstName: userId, movement: said, movedAt: said && noon }));
const movedBack = { ...movement('m2'), content: { ...movement('m2').content, movement: null } };

it('a case is shown as the member has left it; other cases stay', () => {
  const assigned = myCase({ status: 'ASSIGNED', movement: null });
  const other = myCase({ caseId: '9', incidentId: '4', status: 'ASSIGNED', movement: null });
  const after = (...sent: Parameters<typeof casesAfter>[1]) => casesAfter([assigned, other], sent);
  expect(after()).toEqual([assigned, other]);
  expect(after(movement('m1'))).toEqual([{ ...assigned, movement: 'ON_MY_WAY' }, other]);
  expect(after(movement('m1'), movedBack)).toEqual([assigned, other]);
  expect(after(initiation('i1'))).toEqual([{ ...assigned, status: 'IN_PROGRESS' }, other]);
  expect(after(initiation('i1'), completion('d1'))).toEqual([other]);
  expect(after(note('n1'))).toEqual([assigned, other]);
  // Whatever became of it later is not undone.
  const closed = myCase({ status: 'CLOSED' });
  expect(casesAfter([closed], [initiation('i1')])).toEqual([closed]);
});

it('an incident has the own movement, and each note once, the latest first', () => {
  const known = incident({ team: teamOf(['mira', null], ['ravi', 'ARRIVED']) });
  const after = (...sent: Parameters<typeof incidentAfter>[1]) => incidentAfter(known, sent, me);
  expect(after(movement('m1')).team).toEqual(teamOf(['mira', 'ON_MY_WAY'], ['ravi', 'ARRIVED']));
  expect(after(movement('m1'), movedBack).team).toEqual(known.team);
  const added = { id: 'n1', by: me, at: noon, text: 'It has moved.' };
  expect(after(note('n1')).notes).toEqual([added]);
  const earlier = { id: '7', by: null, at: '2026-03-10T11:00:00.000Z', text: 'It limps.' };
  expect(incidentAfter({ ...known, notes: [earlier] }, [note('n1')], me).notes).toEqual([added, earlier]);
  // The server has it already, under its own id.
  const stored = { ...known, notes: [{ ...added, id: '8' }] };
  expect(incidentAfter(stored, [note('n1')], me)).toEqual(stored);
  expect(after(movement('m1', '4'), note('n1', '4'), initiation('i1'), completion('d1'))).toEqual(known);
});

it('a note has the time of the server, although the clock of its phone is a day behind (DECISIONS 170, 370)', () => {
  const world = { now: () => Date.parse(noon) - 86_400_000, serverNow: () => Date.parse(noon), createId: () => 'n1' };
  const written = noteOf({ id: '3', animalType: 'DOG', location: 'MG Road' }, { text: 'It limps.', files: [] }, world);
  // Each try tells the same, also after a reload, because our server knows a repeat by its content, too.
  expect(noteDetailsOf(parse(Submission, written) as NoteSubmission)).toEqual({ text: 'It limps.', at: noon });
  expect(incidentAfter(incident(), [written], me).notes).toMatchObject([{ text: 'It limps.', at: noon }]);
});
