import { describe, expect, it } from 'vitest';
import type { PushPayload } from '../../src/contract/notifications';
import { mayShowNone, noticeOf, pressedPath } from '../../src/rules/notifications/pushNotice';
import { fieldsOf, settingOf } from '../../src/rules/people/settings';
import { mira } from '../walks/people/profileSamples';

describe('the settings', () => {
  it('are sent as S2 §7 has them', () => {
    expect(fieldsOf.availability(true)).toEqual({ availabilityStatus: 'Available' });
    expect(fieldsOf.availability(false)).toEqual({ availabilityStatus: 'Unavailable' });
    expect(fieldsOf.medicineBox(true)).toEqual({ hasMedicineBox: true });
    expect(fieldsOf.shelter(false)).toEqual({ canProvideShelter: false });
    expect(fieldsOf.vehicle('Car')).toEqual({ hasVehicle: true, vehicleType: 'Car' });
    expect(fieldsOf.vehicle(null)).toEqual({ hasVehicle: false, vehicleType: null });
  });

  it('are read from a profile; a vehicle without a type is a bike', () => {
    expect(settingOf(mira, 'availability')).toBe(true);
    expect(settingOf({ ...mira, availabilityStatus: 'Unavailable' }, 'availability')).toBe(false);
    expect(settingOf({ ...mira, hasVehicle: true, vehicleType: 'Scooty' }, 'vehicle')).toBe('Scooty');
    expect(settingOf({ ...mira, hasVehicle: true, vehicleType: null }, 'vehicle')).toBe('Bike');
    expect(settingOf({ ...mira, hasVehicle: false, vehicleType: 'Car' }, 'vehicle')).toBe(null);
    expect(settingOf({ ...mira, hasMedicineBox: true }, 'medicineBox')).toBe(true);
    expect(settingOf({ ...mira, canProvideShelter: true }, 'shelter')).toBe(true);
  });
});

describe('a push message', () => {
  const NOW = Date.parse('2026-03-10T09:00:00Z');
  const device = { memberId: '7', expiresAt: NOW + 1, endpoint: 'https://push.example.org/1' };
  const payload: PushPayload = { memberId: '7', title: 'Incident', body: 'A dog', path: '/#/incident/3', tag: 'i3' };
  const nothing = {
    title: 'You have news',
    body: 'Sign in to see what is new.',
    tag: 'sign-in',
    path: '#/notifications',
    memberId: null,
  };

  it.each([
    [
      'Chrome',
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
      true,
    ],
    ['Firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', true],
    [
      'Safari',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      false,
    ],
    [
      'Chrome on iOS',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
      false,
    ],
  ])(
    'may be handled without a notice in %s: only where the browser does not end the subscription for that',
    (_, userAgent, may) => {
      expect(mayShowNone(userAgent)).toBe(may);
    },
  );

  it('is shown to the member who is signed in on the device', () => {
    expect(noticeOf(payload, device, NOW)).toEqual({
      title: 'Incident',
      body: 'A dog',
      tag: 'i3',
      path: '#/incident/3',
      memberId: payload.memberId,
    });
  });

  it('leads to what it is about only while the device is that of its member, and not if it does not tell whose it is', () => {
    const data = { path: '#/incident/3', memberId: payload.memberId };
    expect(pressedPath(data, device)).toBe('#/incident/3');
    for (const [shown, of] of [
      [data, null],
      [data, { ...device, memberId: '8' }],
      [null, device],
    ] as const)
      expect(pressedPath(shown, of)).toBe('#/notifications');
  });

  it('says a date as the app does (DECISIONS 350)', () => {
    const body = 'Eye drops expires on 2026-12-17.';
    expect(noticeOf({ ...payload, body }, device, NOW, 'en-GB').body).toBe(
      'Eye drops expires on 17\u00a0Dec\u00a02026.',
    );
  });

  it('contains nothing personal for anybody else', () => {
    expect(noticeOf({ ...payload, memberId: '8' }, device, NOW)).toEqual(nothing);
    expect(noticeOf(payload, null, NOW)).toEqual(nothing);
    expect(noticeOf(null, device, NOW)).toEqual(nothing);
    expect(noticeOf(payload, { ...device, expiresAt: NOW }, NOW)).toEqual(nothing);
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example/#/x', 'javascript:alert(1)', '', '/login', null])(
    'leads nowhere but into the app: %j',
    (path) => {
      expect(noticeOf({ ...payload, path } as PushPayload, device, NOW).path).toBe('#/notifications');
    },
  );
});
