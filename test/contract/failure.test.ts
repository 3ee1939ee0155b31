import { expect, it } from 'vitest';
import {
  CallFailure,
  isNetworkFailure,
  isUnreadable,
  mayBeMade,
  messageOr,
  statusOf,
} from '../../src/contract/failure';

it('a failed call says what the server said, else what kind of failure it is', () => {
  expect(new CallFailure('refused', 409, 'Not now.').message).toBe('Not now.');
  expect(new CallFailure('refused', 409).message).toBe('refused (409)');
  expect(new CallFailure('network', 0).message).toBe('network');
  expect(new CallFailure('network', 0).name).toBe('CallFailure');
});

it.each([
  [new CallFailure('network', 0), { network: true, unreadable: false, status: 0, told: 'Try later.' }],
  [new CallFailure('refused', 403, 'Not you.'), { network: false, unreadable: false, status: 403, told: 'Not you.' }],
  [new CallFailure('unreadable', 200), { network: false, unreadable: true, status: 200, told: 'Try later.' }],
  // Anything else that was thrown is a fault of the code, and no answer.
  [new TypeError('x is not a function'), { network: false, unreadable: false, status: 0, told: 'Try later.' }],
])('%s is told apart from other failures', (error, { network, unreadable, status, told }) => {
  expect([isNetworkFailure(error), isUnreadable(error), statusOf(error)]).toEqual([network, unreadable, status]);
  expect(messageOr(error, 'Try later.')).toBe(told);
});

it.each([
  [new CallFailure('network', 0), true],
  [new CallFailure('unreadable', 200), true],
  [new CallFailure('refused', 500), true],
  [new CallFailure('refused', 504), true],
  [new CallFailure('refused', 409), false],
  // Refused before anything was done: the session has ended, there were too many calls.
  [new CallFailure('refused', 401), false],
  [new CallFailure('refused', 429), false],
])('after %s a call may have been carried out all the same: %s', (error, isOpen) => {
  expect(mayBeMade(error)).toBe(isOpen);
});
