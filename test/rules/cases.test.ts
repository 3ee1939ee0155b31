import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MyCase } from '../../src/contract/cases';
import { CallFailure } from '../../src/contract/failure';
import { assignmentTexts, TEAM_FAILURE, teamChange } from '../../src/rules/cases/assignmentTexts';
import { caseReport } from '../../src/rules/cases/cases';
import { completionTexts, initiationTexts } from '../../src/rules/cases/caseTexts';
import { completionFormTexts, draftName, initiationFormTexts, myCasesTexts } from '../../src/rules/cases/myCasesTexts';
import { experienceRank } from '../../src/rules/cases/suggestion';
import { incidentModalLog, MISSING_INCIDENT_OR_TOKEN } from '../../src/rules/incidents/incidentTexts';
import { attachFiles, fittingFiles } from '../../src/rules/media/attachedFiles';

const network = new CallFailure('network', 0);
const refused = (status: number, message: string | null = null) => new CallFailure('refused', status, message);
const UNREACHABLE = 'Could not connect to the server.';

describe('the texts of teams and cases (S1 §8, S2 §5, §6, §8)', () => {
  it.each([
    [TEAM_FAILURE, 'Could not fetch team details.'],
    [MISSING_INCIDENT_OR_TOKEN, 'Missing incident ID or token.'],
    [incidentModalLog(refused(502)), 'Failed to fetch incident details. Status: 502'],
    [incidentModalLog(network), 'Failed to fetch incident details. Status: 0'],
    [assignmentTexts.gone(['Ravi']), 'Ravi is no longer a member, and was removed from your choice.'],
    [assignmentTexts.gone(['Ravi', 'Mira']), 'Ravi, Mira are no longer members, and were removed from your choice.'],
    [assignmentTexts.choiceKept([], ['Ravi'], []), 'The team is now: nobody. Your choice stays: with Ravi.'],
    [assignmentTexts.choiceKept(['Ravi'], [], []), 'The team is now: Ravi.'],
    [assignmentTexts.listFailure(network), UNREACHABLE],
    [draftName({ caseKey: '8', label: 'Dog, Mill' }), 'Dog, Mill'],
    [draftName({ caseKey: '8', label: '' }), 'case #8'],
    [draftName({ caseKey: 'incident 4', label: '' }), 'incident #4'],
    [assignmentTexts.listFailure(refused(500, 'Broken.')), 'Failed to fetch volunteer list.'],
    [
      assignmentTexts.unauthorized,
      "You need to have the 'Rescue Captain' or a higher role to assign a team to a case.",
    ],
    [assignmentTexts.failure, 'An error occurred while assigning the team. Please try again.'],
    [assignmentTexts.alert(refused(500)), 'An error occurred while assigning the team. Please try again.'],
    [
      assignmentTexts.alert(refused(400, 'Ravi has left.')),
      'An error occurred while assigning the team. Please try again.\nRavi has left.',
    ],
    [myCasesTexts.noToken, 'Token not found. Please log in.'],
    [myCasesTexts.failure, 'Failed to fetch your assigned cases.'],
    [initiationFormTexts.teamFailure, 'Failed to fetch assigned team details.'],
    [initiationFormTexts.nobody, 'Please select at least one participating member.'],
    [initiationTexts.failure(refused(409, 'Too late.')), 'Failed to confirm initiation (Status: 409)'],
    [initiationTexts.failure(network), UNREACHABLE],
    [completionTexts.success, 'Case completed successfully!'],
    [completionTexts.failure(refused(409, 'Too late.')), 'Too late.'],
    [completionTexts.failure(refused(500)), 'Failed to complete the case.'],
    [completionTexts.failure(network), 'Failed to complete the case.'],
    [completionFormTexts.noNotes, 'Please write the resolution notes before copying.'],
    [completionFormTexts.copied, 'Report copied to clipboard!'],
    [completionFormTexts.notCopied, 'Failed to copy details.'],
  ])('%s', (said, text) => {
    expect(said).toBe(text);
  });
});

it.each([
  ['Beginner', 1],
  ['Intermediate', 2],
  ['Advanced', 3],
  ['Expert', 4],
  ['Wizard', 0],
  ['', 0],
])('the experience of %j ranks %i (S2 §9)', (level, rank) => {
  expect(experienceRank(level)).toBe(rank);
});

describe('attached files (S2 §5)', () => {
  const file = (name: string, type = 'image/png') => new File(['x'], name, { type });
  const names = (files: readonly File[]) => files.map(({ name }) => name);

  it('keep their order, and the first of a name', () => {
    const [dog, cat, again] = [file('dog.png'), file('cat.mp4', 'video/mp4'), file('dog.png', 'image/jpeg')];
    const { files, doubled, hasUnsupported } = attachFiles([dog], [cat, again, file('dog.png')]);
    expect(files).toEqual([dog, cat]);
    expect(files[0]).toBe(dog);
    expect([doubled, hasUnsupported]).toEqual(['dog.png', false]);
  });

  it('are images, videos and sounds alone', () => {
    const chosen = [file('bill.pdf', 'application/pdf'), file('bark.ogg', 'audio/ogg'), file('unknown', '')];
    const { files, doubled, hasUnsupported } = attachFiles([], chosen);
    expect(names(files)).toEqual(['bark.ogg']);
    expect([doubled, hasUnsupported]).toEqual([null, true]);
  });

  it('are ten at most, whatever else is among them', () => {
    const eleven = Array.from({ length: 11 }, (_, index) => file(`${index}.png`));
    const bill = file('bill.pdf', 'application/pdf');
    const { files, hasTooMany } = attachFiles([], [bill, ...eleven]);
    expect([files, hasTooMany]).toEqual([eleven.slice(0, 10), true]);
    expect(attachFiles(files, [eleven[3] as File]).hasTooMany).toBe(false);
    expect(fittingFiles(0, eleven.slice(1))).toEqual(eleven.slice(1));
    expect(fittingFiles(8, [bill, ...eleven])).toEqual([bill, ...eleven.slice(0, 2)]);
  });

  it('never have the same name twice, lose none, and say so exactly when one is left out', () => {
    const some = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 });
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')), some, (before, chosen) => {
        const { files, doubled } = attachFiles(
          before.map((name) => file(name)),
          chosen.map((name) => file(name)),
        );
        expect(names(files)).toEqual([...new Set([...before, ...chosen])]);
        expect(doubled !== null).toBe(files.length < before.length + chosen.length);
      }),
    );
  });
});

describe("the text of 'Copy for Report' (S2 §5)", () => {
  const myCase: MyCase = {
    caseId: '8',
    incidentId: '3',
    status: 'IN_PROGRESS',
    animalType: 'DOG',
    location: 'Old bridge, east bank',
    description: 'Hit by a scooter.',
    teamName: 'Team 3',
    reportedAt: null,
  };
  it('says which case it was and what was done', () => {
    expect(caseReport(myCase, ' Leg splinted. ')).toBe(
      [
        'Case report: incident #3',
        'Animal: Dog',
        'Location: Old bridge, east bank',
        'Description: Hit by a scooter.',
        'Team: Team 3',
        'Resolution notes: Leg splinted.',
      ].join('\n'),
    );
  });

  it('leaves out what is not known', () => {
    expect(caseReport({ ...myCase, location: '', description: ' ', teamName: '' }, 'Healed.')).toBe(
      'Case report: incident #3\nAnimal: Dog\nLocation: Not yet updated.\nResolution notes: Healed.',
    );
  });
});

describe('how a team has changed', () => {
  const member = (userId: string, firstName: string, fullName = '') => ({ userId, firstName, fullName });
  const [mira, ravi] = [member('1', 'Mira'), member('6', 'Ravi')];
  const [tara, indu] = [member('7', 'Tara'), member('3', '', 'Indu Rao')];

  it.each([
    [[mira, ravi], [mira, tara, indu], 'The team has changed. New: Tara, Indu Rao. No longer in it: Ravi.'],
    [[mira], [mira, tara], 'The team has changed. New: Tara.'],
    [[mira, ravi], [], 'The team has changed. No longer in it: Mira, Ravi.'],
    [[mira, ravi], [ravi, member('1', 'Mirabai')], null],
    [[], [], null],
  ])('from %j to %j: %s', (before, now, text) => {
    expect(teamChange(before, now)).toBe(text);
  });
});
