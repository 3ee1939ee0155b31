import { describe, expect, it } from 'vitest';
import type { MyCase } from '../../src/contract/cases';
import { CallFailure, isRetryable } from '../../src/contract/failure';
import type { Incident } from '../../src/contract/incidents';
import type { Submission } from '../../src/contract/submissions';
import { noteOfReport, reportOfNote } from '../../src/rules/incidents/reportAsNote';
import {
  canBecomeReport,
  completionOf,
  initiationOf,
  isNeeded,
  isRetryUseless,
  withPending,
} from '../../src/rules/submissions/cases';
import { kindOf, laneOf, retriedOf, sentNotice } from '../../src/rules/submissions/kinds';
import { movementOf } from '../../src/rules/submissions/movement';
import { hasNote, noteDetailsOf, noteOf } from '../../src/rules/submissions/note';
import { backOff, isTurnedAway } from '../../src/rules/submissions/retry';
import { countedKinds, fileCountOf, gistOf, headingOf, sizeText } from '../../src/rules/submissions/texts';
import {
  completion,
  initiation,
  kitUse,
  known,
  note,
  photo,
  picture,
  report,
  requisition,
  text,
  uploaded,
} from '../walks/submissions/samples';

const myCase: MyCase = {
  caseId: '9',
  incidentId: '3',
  status: 'ASSIGNED',
  animalType: 'DOG',
  location: 'MG Road',
  description: 'A hurt leg.',
  teamName: 'Team 1',
  reportedAt: null,
};

const network = new CallFailure('network', 0);
const answered = (status: number, message: string | null = null) => new CallFailure('refused', status, message);

describe('a failed try', () => {
  it.each([401, 408, 425, 429, 500, 502, 503, 504, 507, 599])('answered with %i is repeated unchanged', (status) => {
    expect(isRetryable(answered(status))).toBe(true);
  });
  it.each([400, 403, 404, 409, 413, 415, 422])('answered with %i is not', (status) => {
    expect(isRetryable(answered(status))).toBe(false);
  });
  it('without an answer is repeated; an unreadable answer or another error is not', () => {
    expect([network, new CallFailure('unreadable', 200), new Error('broken'), 'broken'].map(isRetryable)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
  it('has certainly not arrived if the server answered with a status below 500', () => {
    expect([network, answered(401), answered(429), answered(500), answered(504)].map(isTurnedAway)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
    expect(isTurnedAway(new CallFailure('unreadable', 200))).toBe(false);
  });
});

describe('the wait before the next try', () => {
  it.each([
    [1, 2_000],
    [2, 4_000],
    [3, 8_000],
    [5, 32_000],
    [6, 60_000],
    [1_000, 60_000],
  ])('after %i tries is %i ms, less up to a quarter by chance', (tries, ms) => {
    expect(backOff(tries, 0)).toBe(ms);
    expect(backOff(tries, 0.5)).toBe(ms * 0.875);
    expect(backOff(tries, 1)).toBe(ms * 0.75);
  });
});

describe('the lane of a submission', () => {
  it.each<[string, Submission]>([
    ['chat/5', text('c1', '5')],
    ['gchat', text('c1')],
    ['reports', report('r1')],
    ['incident/3', initiation('s1', '3')],
    ['incident/3', completion('d1', '3')],
    ['notes/3', note('n1')],
    ['requisitions', requisition('q1')],
    ['kit/b', kitUse('k1')],
  ])('is %s', (lane, submission) => {
    expect(laneOf(submission)).toContain(lane);
  });
  it('keeps the order, except of submissions that do not depend on others', () => {
    const all = [
      text('c1'),
      report('r1'),
      initiation('s1'),
      completion('d1'),
      requisition('q1'),
      kitUse('k1'),
      note('n1'),
    ];
    expect(all.map((one) => kindOf(one).isOrdered)).toEqual([true, false, true, true, false, true, false]);
  });
});

describe('what an answer means', () => {
  const judged = (submission: Submission, error: unknown, isRepeatable = true) =>
    kindOf(submission).judge(error, submission, isRepeatable);
  it.each([
    picture('c1'),
    report('r1'),
    initiation('s1'),
    completion('d1'),
    requisition('q1'),
    kitUse('k1'),
    note('n1'),
  ])('for the $kind: later for trouble of the server, never for what it will not take', (submission) => {
    expect([network, answered(503), answered(429)].map((error) => judged(submission, error))).toEqual([
      'later',
      'later',
      'later',
    ]);
    expect([400, 403, 404, 409, 413].map((status) => judged(submission, answered(status)))).toEqual(
      Array(5).fill('never'),
    );
  });
  it('a 400 for an uploaded file: the file is gone (DECISIONS 65)', () => {
    expect(judged(uploaded(picture('c1')), answered(400))).toBe('renew');
    expect(judged(uploaded(picture('c1')), answered(409))).toBe('never');
    expect(judged(text('c1'), answered(400))).toBe('never');
  });
  it.each([
    ['the start of a case may have arrived, because it has no key', initiation('s1'), true, 'verify'],
    ['a completion may have arrived if the server does not recognise repeats', completion('d1'), false, 'verify'],
    // The server would have repeated its first answer. Her notes and photos were deleted as if they had arrived.
    ['a completion has not arrived if the server recognises repeats', completion('d1'), true, 'never'],
    [
      'a completion that was changed after a try may have arrived as it was before',
      { ...completion('d1'), replacesTried: true },
      true,
      'verify',
    ],
  ] as const)('a 404 or 409 after a try: %s', (_, one, isRepeatable, verdict) => {
    const tried = { ...one, wasTried: true };
    expect([404, 409, 400, 503].map((status) => judged(tried, answered(status), isRepeatable))).toEqual([
      verdict,
      verdict,
      'never',
      'later',
    ]);
  });
  it('a 404 for the use of a kit item after a try: that try may have used the last one', () => {
    const statuses = [404, 409, 400, 503];
    expect(statuses.map((status) => judged({ ...kitUse('k1'), wasTried: true }, answered(status)))).toEqual([
      'verify',
      'never',
      'never',
      'later',
    ]);
    expect(judged({ ...requisition('q1'), wasTried: true }, answered(404))).toBe('never');
  });
  it.each<[Submission, string]>([
    [requisition('q1'), 'Failed to submit requisition.'],
    [kitUse('k1'), 'Failed to update item quantity.'],
    [kitUse('k1', { left: 0 }), 'Failed to remove item from kit.'],
    [report('r1'), 'Failed to report incident.'],
    [initiation('s1'), 'Failed to confirm initiation (Status: 409)'],
    [completion('d1'), 'Failed to complete the case.'],
    [note('n1'), 'The note could not be added.'],
    [picture('c1'), 'Media upload failed'],
    [picture('c1', '5'), 'Upload failed'],
  ])('is told in the words of the specification (S1 §8, S2 §8)', (submission, words) => {
    expect(kindOf(submission).failureText(answered(409), submission)).toBe(words);
  });
  it.each([report('r1'), completion('d1'), text('c1'), note('n1')])(
    'is told in the words of the server for the $kind',
    (one) => {
      expect(kindOf(one).failureText(answered(409, 'The case is closed.'), one)).toBe('The case is closed.');
    },
  );
});

describe('what the app announces by itself', () => {
  it('contains no messages, because their chat shows them', () => {
    const { sentText, askedText, refusedText } = kindOf(text('c1'));
    expect([sentText, askedText, refusedText].map((textOf) => textOf(text('c1')))).toEqual([null, null, null]);
  });
  it('names the report and the case', () => {
    expect(kindOf(completion('d1')).sentText(completion('d1'))).toContain('Case completed successfully!');
    const refused = { ...initiation('s1'), reason: 'It is closed.' };
    expect(kindOf(refused).refusedText(refused)).toBe('The case could not be initiated: Dog, MG Road. It is closed.');
  });
  it('says of a report which number it has and when it went out, until that is closed', () => {
    const at = Date.parse('2026-03-01T14:05:00');
    expect(sentNotice(report('r1'), { message: null, incidentId: '57' }, at)).toEqual({
      text: expect.stringMatching(/^Your report #57 was sent at (14:05|0?2:05\sPM): MG Road$/i),
      incidentId: '57',
      lifetime: null,
    });
    for (const answer of [undefined, { message: 'Thank you', incidentId: null }])
      expect(sentNotice(report('r1'), answer, at)).toEqual({
        text: 'Your waiting report has been sent: MG Road',
        lifetime: null,
      });
    expect(sentNotice(text('c1'), undefined, at)).toEqual({ text: null });
  });
  it('cuts a long place to six words, as on a card', () => {
    const location = 'Behind the old mill, between the canal and the railway';
    const { content, ...rest } = report('r1');
    const long = { ...rest, content: { ...content, details: { ...content.details, location } } };
    for (const answer of [undefined, { message: null, incidentId: '57' }])
      expect(sentNotice(long, answer, 0).text).toMatch(/: Behind the old mill, between the…$/);
    const world = { now: () => 0, serverNow: () => 0, createId: () => 'n1' };
    const labels = [
      noteOf({ id: '3', animalType: 'DOG', location }, { text: 'It has moved.', files: [] }, world),
      movementOf({ id: '3', animalType: 'DOG', location }, 'ON_MY_WAY', world),
      initiationOf({ ...myCase, location }, [], world),
      completionOf({ ...myCase, location }, { resolutionNotes: '', place: null, files: [], wasTried: false }, world),
    ].map((one) => [one.content.label, kindOf(one).refusedText({ ...one, reason: 'Closed.' })]);
    expect(labels).toEqual([
      [
        'Dog, Behind the old mill, between the…',
        'Your note could not be added: Dog, Behind the old mill, between the… Closed.',
      ],
      ['Dog, Behind the old mill, between the…', 'On the way: Dog, Behind the old mill, between the… Closed.'],
      [
        'Dog, Behind the old mill, between the…',
        'The case could not be initiated: Dog, Behind the old mill, between the… Closed.',
      ],
      [
        'Dog, Behind the old mill, between the…',
        'The case could not be completed: Dog, Behind the old mill, between the… Closed.',
      ],
    ]);
  });
  it('names the incident of a note', () => {
    const { sentText, askedText, refusedText } = kindOf(note('n1'));
    expect(sentText(note('n1'))).toBe('Your note has been added: Dog, MG Road');
    expect(askedText(note('n1'))).toBe(null);
    const refused = { ...note('n1'), reason: 'It is closed.' };
    expect(refusedText(refused)).toBe('Your note could not be added: Dog, MG Road. It is closed.');
  });
  it('asks about a report that may be a duplicate, or may have arrived (DECISIONS W3)', () => {
    const { askedText } = kindOf(report('r1'));
    expect(askedText(report('r1', { similar: [known] }))).toContain('may be about an incident that is known already');
    expect(askedText(report('r1'))).toContain('We could not see whether a waiting report arrived.');
  });
});

describe('the tray', () => {
  it.each<[Submission[], string]>([
    [[], ''],
    [[text('c1')], '1 message'],
    [[text('c1'), text('c2'), report('r1')], '2 messages and 1 report'],
    [[completion('d1'), initiation('s1'), text('c1')], '1 message, 1 initiation and 1 completed case'],
  ])('counts what waits: %#', (submissions, words) => {
    expect(countedKinds(submissions)).toBe(words);
  });
  it.each<[Submission, string, string, number]>([
    [text('c1'), 'Global Chat', 'Text c1', 0],
    [picture('c1', '5'), 'Incident #5 · Dog', 'Text c1', 1],
    [report('r1'), 'Report: Dog', 'MG Road', 1],
    [initiation('s1'), 'Initiate Case: Dog, MG Road', '2 members take part', 0],
    [completion('d1'), 'Complete Case: Dog, MG Road', 'The leg is in a cast.', 1],
    [note('n1'), 'Note: Dog, MG Road', 'It has moved.', 1],
    [requisition('q1'), 'Request for supplies', 'Bandage × 2, Gauze × 1', 0],
    [kitUse('k1'), 'Used from the first-aid kit: Bandage', '1 used', 0],
  ])('says where it goes, what it says, and how many files go with it: %#', (submission, heading, gist, files) => {
    expect([headingOf(submission), gistOf(submission), fileCountOf(submission)]).toEqual([heading, gist, files]);
  });
  it.each([
    [0, 'less than 1 MB'],
    [999_999, 'less than 1 MB'],
    [1_000_000, '1 MB'],
    [19_900_000, '19 MB'],
  ])('says %i bytes as %s', (bytes, words) => {
    expect(sizeText(bytes)).toBe(words);
  });
});

describe('a note that waits', () => {
  it('has arrived if the incident has a note of this member with its text and, to some seconds, its time', () => {
    const at = '2026-03-10T12:00:00.000Z';
    const there = { id: '4', by: { id: 'mira', firstName: 'Mira' }, at, text: 'It has moved.' };
    const has = (notes: Incident['notes'], reportedAt: string | null = null) =>
      hasNote({ notes, reportedAt }, note('n1'), 'mira');
    expect(noteDetailsOf(note('n1'))).toEqual({ text: 'It has moved.', at });
    const afterReport = { ...there, at: '2026-03-10T13:30:00.000Z' };
    expect(has([there])).toBe(true);
    // The app knows the server's clock to about a second only.
    expect(has([{ ...there, at: '2026-03-10T12:00:02.000Z' }])).toBe(true);
    // A phone that is behind: no note is older than the report.
    expect(has([afterReport], afterReport.at)).toBe(true);
    const others = [{ ...there, text: 'No.' }, { ...there, by: { id: 'ravi', firstName: 'Ravi' } }, afterReport];
    for (const notes of [undefined, null, others]) expect(has(notes)).toBe(false);
  });
});

describe('a report that becomes a note', () => {
  it('adds its text, its place, its contact and its photos to the incident that it is about', () => {
    const made = noteOfReport(report('r1'), known, { now: () => 5, serverNow: () => 5, createId: () => 'n9' });
    expect(made).toMatchObject({ id: 'n9', kind: 'note', queuedAt: 5, status: 'waiting', wasTried: false });
    expect(made.content).toEqual({
      incidentId: '7',
      label: 'Dog, Clock Tower, MG Road',
      text: 'A dog with a hurt leg.\nMG Road\n12.97160, 77.59460\nLata Rao, 9876543210',
      files: [photo],
      report: report('r1').content.details,
    });
  });

  it('can be reported by itself again with all that was filled in, if that incident takes no notes any more (DECISIONS 385)', () => {
    const { details, files } = report('r1').content;
    const made = noteOfReport(report('r1'), known, { now: () => 5, serverNow: () => 5, createId: () => 'n9' });
    for (const refusedBy of [404, 409]) {
      const refused = { ...made, status: 'refused' as const, refusedBy };
      expect([canBecomeReport(refused), isRetryUseless(refused)]).toEqual([true, true]);
    }
    const others = [
      made,
      { ...made, status: 'refused' as const, refusedBy: 413 },
      { ...note('n1'), status: 'refused' as const, refusedBy: 409 },
    ];
    expect(others.map(canBecomeReport)).toEqual([false, false, false]);
    expect(reportOfNote(made, { now: () => 6, createId: () => 'r2' })).toEqual({
      ...{ id: 'r2', kind: 'report', queuedAt: 6, status: 'waiting', wasTried: false, reason: null },
      content: { details, files, isNew: false, similar: [] },
    });
    expect(reportOfNote(note('n1'), { now: () => 6, createId: () => 'r2' })).toBe(null);
  });

  it('says how soon help is needed, and nothing of coordinates that there are not', () => {
    const { content, ...rest } = report('r1');
    const { latitude: _, longitude: __, ...details } = content.details;
    const urgent = { ...rest, content: { ...content, details: { ...details, severity: 'NOW' as const } } };
    const { text } = noteOfReport(urgent, known, { now: () => 5, serverNow: () => 5, createId: () => 'n9' }).content;
    expect(text).toBe('A dog with a hurt leg.\nHelp needed now\nMG Road\nLata Rao, 9876543210');
  });
});

describe('a case of which something waits', () => {
  const begun = { ...myCase, status: 'IN_PROGRESS' };

  it('can be completed while its initiation waits', () => {
    expect(withPending(myCase, [initiation('s1', '3')])).toEqual({ myCase: begun, pending: 'initiation' });
    expect(withPending(begun, [initiation('s1', '3')])).toEqual({ myCase: begun, pending: null });
  });
  it('is in progress while its completion waits, also if its initiation waits, too', () => {
    expect(withPending(begun, [completion('d1', '3')])).toEqual({ myCase: begun, pending: 'completion' });
    const both = [initiation('s1', '3'), completion('d1', '3')];
    expect(withPending(myCase, both)).toEqual({ myCase: begun, pending: 'completion' });
  });
  it('does not change because of another case, a message, or a refused submission', () => {
    const others = [completion('d1', '4'), text('c1'), { ...completion('d2', '3'), status: 'refused' as const }];
    expect(withPending(begun, others)).toEqual({ myCase: begun, pending: null });
  });

  it('needs its waiting initiation while its completion waits behind it (DECISIONS 342)', () => {
    const [start, end] = [initiation('s1', '3'), completion('d1', '3')];
    expect(isNeeded(start, [start, end])).toBe(true);
    expect(isNeeded(start, [start, completion('d2', '4')])).toBe(false);
    expect(isNeeded(start, [start, { ...end, status: 'refused' }])).toBe(false);
    expect(isNeeded({ ...start, status: 'refused' }, [end])).toBe(false);
    expect(isNeeded(end, [start, end])).toBe(false);
  });

  const world = { now: () => 7, createId: () => 'id-1' };
  const envelope = { id: 'id-1', queuedAt: 7, status: 'waiting', reason: null };
  it('is initiated with those who take part, and completed with notes, place and photos', () => {
    expect(initiationOf(myCase, ['mira'], world)).toEqual({
      ...envelope,
      kind: 'initiation',
      wasTried: false,
      content: { incidentId: '3', label: 'Dog, MG Road', participatingUserIds: ['mira'] },
    });
    const details = { resolutionNotes: 'Done.', place: { latitude: 12.9, longitude: 77.6 }, files: [photo] };
    const edited = completionOf({ ...begun, chatId: '7' }, { ...details, wasTried: true }, world);
    expect(edited).toEqual({
      ...envelope,
      kind: 'completion',
      wasTried: true,
      replacesTried: true,
      content: { incidentId: '3', label: 'Dog, MG Road', chatId: '7', ...details },
    });
    // What was refused has completed nothing, and neither has what it replaces.
    expect(retriedOf({ ...edited, status: 'refused' })).toMatchObject({ wasTried: false, replacesTried: false });
    expect(completionOf(begun, { ...details, wasTried: false }, world).replacesTried).toBe(undefined);
  });
});
