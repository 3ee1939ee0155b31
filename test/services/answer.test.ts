import { expect, it } from 'vitest';
import { incidentEndpoints } from '../../src/contract/endpoints/incidents';
import { inventoryEndpoints } from '../../src/contract/endpoints/inventory';
import { CallFailure } from '../../src/contract/failure';
import { readAnswer } from '../../src/services/api/answer';

it.each([
  [true, '<!doctype html><title>Welcome to our hotel</title>', 'network'],
  [true, 'Welcome to our hotel', 'unreadable'],
  [true, '{"message":"Not', 'unreadable'],
  [true, '{}', 'done'],
  [false, '\n <!doctype html><title>Welcome to our hotel</title>', 'network'],
  [false, 'Added.', 'done'],
  [false, '', 'done'],
] as const)(
  'what is sent to our server (%s) and answered with 200 and %j is %s (DECISIONS 271)',
  (isOurs, text, fate) => {
    // Two endpoints of whose answers nothing is read.
    for (const endpoint of [incidentEndpoints.addNote, inventoryEndpoints.createCategory]) {
      let kind = 'done';
      try {
        readAnswer(endpoint, 200, text, () => isOurs);
      } catch (error) {
        kind = error instanceof CallFailure ? error.kind : String(error);
      }
      expect(kind).toBe(fate);
    }
  },
);
