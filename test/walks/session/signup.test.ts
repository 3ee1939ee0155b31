import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import { emptyForm } from '../../../src/machines/session/signup.form';
import { type SignupSnapshot, signupMachine } from '../../../src/machines/session/signup.machine';
import {
  selectAsksVehicleType,
  selectCanSubmit,
  selectFailure,
  selectFieldErrors,
  selectForm,
  selectFormError,
  selectIsSubmitting,
  selectIsWelcomed,
} from '../../../src/machines/session/signup.select';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, said, streamPort, testWalk, walkOf } from '../../kit/walk';

const filled = {
  firstName: 'Mira',
  lastName: 'Shah',
  phoneNumber: '9876543210',
  username: 'mira',
  password: 'rescue-demo',
} as const;

function editing() {
  const signUp = promisePort();
  const draft = streamPort();
  const actors = { signUp: signUp.logic as never, signupDraft: draft.logic as never };
  const actor = createActor(signupMachine.provide({ actors })).start();
  const change = (name: keyof ReturnType<typeof selectForm>, value: string) =>
    actor.send({ type: 'field.changed', name, value });
  const fill = (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) change(name as 'address', value);
  };
  return {
    actor,
    signUp,
    draft,
    change,
    fill,
    read: <T>(select: (s: ReturnType<typeof actor.getSnapshot>) => T) => select(actor.getSnapshot()),
  };
}

describe('the sign-up form', () => {
  it('begins with the defaults of S1 §3', () => {
    expect(editing().read(selectForm)).toEqual({
      firstName: '',
      lastName: '',
      phoneNumber: '',
      username: '',
      password: '',
      address: '',
      motivation: '',
      hasVehicle: 'No',
      vehicleType: 'Bike',
      canProvideShelter: 'No',
      hasMedicineBox: 'No',
      experienceLevel: 'Beginner',
    });
  });

  it('checks the phone number on every change: exactly 10 digits (S1 §5)', () => {
    const { change, read } = editing();
    for (const wrong of ['9', '987654321', '98765432101', '98765 4321', '987654321a', '+919876543', '']) {
      change('phoneNumber', wrong);
      expect(read(selectFieldErrors)).toEqual({ phoneNumber: 'Phone number must be 10 digits.' });
      expect(read(selectCanSubmit)).toBe(false);
    }
    change('phoneNumber', '9876543210');
    expect(read(selectFieldErrors)).toEqual({});
    expect(read(selectCanSubmit)).toBe(true);
  });

  it('takes the trimmed, lower-cased first name as username when that is empty (S1 §4)', () => {
    const { actor, change, read } = editing();
    change('firstName', '  Mira ');
    expect(read(selectForm).username).toBe('');
    actor.send({ type: 'field.left', name: 'lastName' });
    expect(read(selectForm).username).toBe('');
    actor.send({ type: 'field.left', name: 'firstName' });
    expect(read(selectForm).username).toBe('mira');
    change('firstName', 'Tara');
    actor.send({ type: 'field.left', name: 'firstName' });
    expect(read(selectForm).username).toBe('mira');
  });

  it('keeps what is entered or filled in, and begins with what was kept before a reload', () => {
    const { actor, change, draft, read } = editing();
    change('firstName', ' Mira ');
    expect(draft.received.at(-1)).toMatchObject({ type: 'draft.keep', form: { firstName: ' Mira ', username: '' } });
    actor.send({ type: 'field.left', name: 'firstName' });
    expect(draft.received.at(-1)).toMatchObject({ type: 'draft.keep', form: { username: 'mira' } });

    const later = editing();
    later.draft.emit({ type: 'form.restored', form: read(selectForm) });
    expect(later.read(selectForm)).toMatchObject({
      firstName: ' Mira ',
      username: 'mira',
      experienceLevel: 'Beginner',
    });
  });

  it('asks for the vehicle type only when there is a vehicle (S1 §2), and keeps the choice', () => {
    const { change, read } = editing();
    expect(read(selectAsksVehicleType)).toBe(false);
    change('hasVehicle', 'Yes');
    expect(read(selectAsksVehicleType)).toBe(true);
  });

  it.each(Object.keys(filled))('does not go out without %s (S1 §5)', (missing) => {
    const { actor, fill, read, signUp } = editing();
    fill({ ...filled, [missing]: '' });
    actor.send({ type: 'form.submit' });
    expect(signUp.calls).toEqual([]);
    expect(read(selectFormError)).toBe('Please fix the errors before submitting.');
    expect(Object.keys(read(selectFieldErrors))).toEqual([missing]);
    expect(read(selectCanSubmit)).toBe(false);
    fill({ [missing]: filled[missing as 'username'] });
    expect(read(selectFieldErrors)).toEqual({});
    expect(read(selectFormError)).toBe(null);
    expect(read(selectCanSubmit)).toBe(true);
  });

  it('sends the payload of S1 §3: no location, no vehicle type without a vehicle', () => {
    const { actor, fill, signUp } = editing();
    // Spaces around what was typed are no part of a name.
    const names = { firstName: ' Mira  ', lastName: 'Shah ', username: ' mira ' };
    fill({ ...filled, ...names, vehicleType: 'Car', motivation: ' Dogs ' });
    actor.send({ type: 'form.submit' });
    expect(signUp.calls).toEqual([
      {
        firstName: 'Mira',
        lastName: 'Shah',
        phoneNumber: '9876543210',
        username: 'mira',
        password: 'rescue-demo',
        address: '',
        motivation: 'Dogs',
        hasVehicle: false,
        vehicleType: '',
        canProvideShelter: false,
        hasMedicineBox: false,
        experienceLevel: 'Beginner',
        latitude: null,
        longitude: null,
      },
    ]);
  });

  it('sends the answers of an applicant who has a vehicle, a shelter and a medicine box', () => {
    const { actor, fill, signUp } = editing();
    const answers = { hasVehicle: 'Yes', vehicleType: 'Scooty', canProvideShelter: 'Yes', hasMedicineBox: 'Yes' };
    fill({ ...filled, ...answers, experienceLevel: 'Expert' });
    actor.send({ type: 'form.submit' });
    expect(signUp.calls[0]).toMatchObject({
      hasVehicle: true,
      vehicleType: 'Scooty',
      canProvideShelter: true,
      hasMedicineBox: true,
      experienceLevel: 'Expert',
    });
  });

  it('gives its view the same form and errors until they change', () => {
    const { actor, change, read } = editing();
    change('phoneNumber', '1');
    const before = [read(selectForm), read(selectFieldErrors)];
    actor.send({ type: 'field.left', name: 'phoneNumber' });
    expect([read(selectForm), read(selectFieldErrors)]).toEqual(before);
    change('lastName', 'Shah');
    expect(read(selectFieldErrors)).toBe(before[1]);
  });
});

const refusedWords = 'Username is already taken.';
/** The username may be right with another phone number or password (DECISIONS 374). */
const unrefused = {
  to: 'editing',
  sees: ({ read }: { read<Value>(select: (snapshot: SignupSnapshot) => Value): Value }) =>
    expect(read(selectFieldErrors).username).not.toBe(refusedWords),
};
const walk = walkOf({
  machine: signupMachine,
  props: () => ({ ports: { signUp: promisePort(), signupDraft: streamPort() } }),
  keeps: ({ context }) => context.form,
  key: ({ context }) => [
    context.form.phoneNumber,
    context.form.username,
    context.form.firstName,
    context.form.lastName,
    context.form.password,
    context.errors.username === refusedWords,
  ],
  samples: {
    'first name': { type: 'field.changed', name: 'firstName', value: 'Mira' },
    'first name left': { type: 'field.left', name: 'firstName' },
    'last name': { type: 'field.changed', name: 'lastName', value: 'Shah' },
    'last name left': { type: 'field.left', name: 'lastName' },
    'phone number': { type: 'field.changed', name: 'phoneNumber', value: '9876543210' },
    password: { type: 'field.changed', name: 'password', value: 'rescue-demo' },
    submit: { type: 'form.submit' },
    restored: said('signupDraft', {
      type: 'form.restored',
      form: { ...emptyForm, firstName: 'Mira', motivation: 'Cats' },
    }),
    close: { type: 'modal.close' },
    taken: done('signUp', {}),
    refused: failed('signUp', new CallFailure('refused', 409, refusedWords)),
    'refused without a word': failed('signUp', new CallFailure('refused', 500)),
    'no network': failed('signUp', new CallFailure('network', 0)),
  },
  ways: [
    {
      way: ['first name', 'last name', 'phone number', 'password', 'submit', 'first name left', 'submit'],
      sees: ({ read }) => expect(read(selectFormError)).toBe(null),
    },
  ],
  states: {
    editing: {
      sees: ({ read, ports }) => {
        expect(ports.signUp.running).toBe(false);
        expect(read(selectIsSubmitting)).toBe(false);
        expect(read(selectFailure)).toBe(null);
        expect(read(selectIsWelcomed)).toBe(false);
      },
      takes: {
        'first name': 'editing',
        'last name': 'editing',
        'phone number': unrefused,
        password: unrefused,
        restored: {
          to: 'editing',
          sees: ({ read }) =>
            expect(read(selectForm)).toMatchObject({ firstName: 'Mira', motivation: 'Cats', lastName: '' }),
        },
        'first name left': ({ context: { form } }) =>
          form.firstName !== '' && form.username === ''
            ? { to: 'editing', sees: ({ read }) => expect(read(selectForm).username).toBe('mira') }
            : null,
        // The username that the server has refused is an error until it is changed.
        submit: ({ context: { form, errors } }) =>
          form.firstName &&
          form.lastName &&
          form.phoneNumber &&
          form.username &&
          form.password &&
          errors.username !== refusedWords
            ? 'submitting'
            : {
                to: 'editing',
                sees: ({ read }) => expect(read(selectFormError)).toBe('Please fix the errors before submitting.'),
              },
      },
    },
    submitting: {
      sees: ({ read, ports }) => {
        expect(ports.signUp.running).toBe(true);
        expect(read(selectIsSubmitting)).toBe(true);
        expect(read(selectCanSubmit)).toBe(false);
        expect(read(selectFormError)).toBe(null);
      },
      takes: {
        taken: 'welcomed',
        refused: {
          to: 'refused',
          sees({ read }) {
            expect(read(selectFailure)).toBe(refusedWords);
            expect(read(selectFieldErrors)).toEqual({ username: refusedWords });
          },
        },
        'refused without a word': {
          to: 'refused',
          sees({ read }) {
            expect(read(selectFailure)).toBe('An unknown error occurred. Please try again.');
            expect(read(selectFieldErrors)).toEqual({});
          },
        },
        'no network': {
          to: 'refused',
          sees: ({ read }) =>
            expect(read(selectFailure)).toBe(
              'Could not connect to the server. Please check your connection and try again.',
            ),
        },
      },
    },
    refused: {
      sees: ({ read }) => {
        expect(read(selectFailure)).not.toBe(null);
        expect(read(selectCanSubmit)).toBe(false);
      },
      takes: {
        close: { to: 'editing', sees: ({ read }) => expect(read(selectForm)).toMatchObject(filled) },
      },
    },
    welcomed: {
      sees: ({ read, ports }) => {
        expect(read(selectIsWelcomed)).toBe(true);
        expect(read(selectForm).password).toBe('');
        expect(ports.signupDraft.received.at(-1)).toMatchObject({ form: { username: '', motivation: '' } });
      },
      takes: { close: 'left' },
    },
    left: { sees: ({ read }) => expect(read(selectIsWelcomed)).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
